//! Every field of a record as comma-separated values (RFC 4180), one record a line.

use std::io::{self, Write};

use searchlab_search::counters::Counters;
use searchlab_trial::record::Record;
use searchlab_trial::text::csv_cell;

const BEFORE: [&str; 12] =
    ["id", "world", "instance", "algorithm", "params", "depth", "seed", "repeat", "status", "value", "exact", "moves"];
const AFTER: [&str; 3] = ["seconds", "cpu_seconds", "peak_bytes"];

pub(super) fn write(records: &[Record], out: &mut impl Write) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(BEFORE.into_iter().chain(Counters::MEANINGS.iter().map(|counter| counter.0)).chain(AFTER))?;
    for record in records {
        csv.write_record(fields(record).iter().map(|field| csv_cell(field)))?;
    }
    csv.flush()
}

fn fields(record: &Record) -> Vec<String> {
    let answer = record.result.as_ref();
    let params = record.params.iter().map(|(name, value)| match value.as_str() {
        Some(text) => format!("{name}={text}"),
        None => format!("{name}={value}"),
    });
    let mut fields = vec![
        record.id.to_string(),
        record.world.clone(),
        record.instance.clone(),
        record.algorithm.clone(),
        params.collect::<Vec<_>>().join(";"),
        record.depth.map(|depth| depth.to_string()).unwrap_or_default(),
        record.seed.to_string(),
        record.repeat.to_string(),
        record.status.name().to_owned(),
        answer.map(|answer| answer.value.to_string()).unwrap_or_default(),
        answer.and_then(|answer| answer.exact).map(|[a, b]| format!("{a}+{b}√2")).unwrap_or_default(),
        answer.map(|answer| answer.moves.text(" ").into_owned()).unwrap_or_default(),
    ];
    fields.extend(record.counters.entries().into_iter().map(|(_, value)| value.to_string()));
    let measured = &record.measured;
    fields.extend([measured.seconds.to_string(), measured.cpu_seconds.to_string(), measured.peak_bytes.to_string()]);
    fields
}
