//! All trials as one Apache Parquet file: the flat table, each column with its type.
//!
//! Idea        Records are read one by one; the values of some thousand trials are held together as a row group. Units and
//!             meanings of the columns stand in the file under the key `columns`, as `--to columns` prints them.
//! Source      Apache Parquet, format 2; strings are UTF-8, whole numbers have 64 bits with a sign.
//! Not here    The columns (flat.rs). Without the feature `parquet` nothing of this is in the program.

use std::fs::File;
use std::io::{self, BufWriter};
use std::path::Path;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{Type, TypePtr};

use super::flat::{Column, Kind, Value};
use super::{ExportError, Trials, write_columns, write_file};
use searchlab_lab::experiment::index::IndexError;
use searchlab_trial::diagnostic::Diagnostic;

/// Trials of a row group.
const GROUP: usize = 10_000;

/// The file while it is written.
type Output<'a, 'f> = SerializedFileWriter<&'a mut BufWriter<&'f mut File>>;

impl From<ParquetError> for ExportError {
    fn from(error: ParquetError) -> Self {
        // Its kind must not be lost: a full disk.
        Self::Output(match error {
            ParquetError::External(error) => {
                error.downcast::<io::Error>().map_or_else(io::Error::other, |error| *error)
            }
            other => io::Error::other(other.to_string()),
        })
    }
}

/// Writes all trials as a Parquet file.
///
/// # Errors
/// The records cannot be read any more, hold a number that has no place, or the file system refuses.
pub fn write_parquet(trials: &mut Trials, path: &Path) -> Result<(), IndexError> {
    write_file(path, |out| {
        let columns = trials.columns()?;
        let mut described = Vec::new();
        write_columns(trials, &mut described)?;
        let described = KeyValue::new("columns".to_owned(), String::from_utf8_lossy(&described).into_owned());
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by(concat!("searchlab ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_key_value_metadata(Some(vec![described]))
            .build();
        let mut file = SerializedFileWriter::new(out, schema(&columns)?, Arc::new(properties))?;
        let mut rows: Vec<Vec<Value>> = columns.iter().map(|_| Vec::new()).collect();
        trials.each(|labelled| {
            for (column, values) in columns.iter().zip(&mut rows) {
                values.push(column.value(&labelled.record, &labelled.label));
            }
            if rows[0].len() == GROUP { write_group(&columns, &mut rows, &mut file) } else { Ok(()) }
        })?;
        write_group(&columns, &mut rows, &mut file)?;
        file.close()?;
        Ok(())
    })
}

fn schema(columns: &[Column]) -> Result<TypePtr, ParquetError> {
    let field = |column: &Column| {
        let (physical, logical) = match column.kind {
            Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            Kind::Whole => (Physical::INT64, None),
            Kind::Number => (Physical::DOUBLE, None),
            Kind::Truth => (Physical::BOOLEAN, None),
        };
        let field = Type::primitive_type_builder(&column.name, physical);
        field.with_repetition(Repetition::OPTIONAL).with_logical_type(logical).build().map(Arc::new)
    };
    let fields = columns.iter().map(field).collect::<Result<_, _>>()?;
    Type::group_type_builder("trials").with_fields(fields).build().map(Arc::new)
}

/// Writes the values of all columns, which are taken, as a row group.
fn write_group(columns: &[Column], rows: &mut [Vec<Value>], file: &mut Output<'_, '_>) -> Result<(), ExportError> {
    let mut group = file.next_row_group()?;
    for (column, values) in columns.iter().zip(rows) {
        let values = std::mem::take(values);
        let Some(mut writer) = group.next_column()? else { break };
        let levels: Vec<i16> = values.iter().map(|value| i16::from(!matches!(value, Value::None))).collect();
        let present = values.into_iter().filter(|value| !matches!(value, Value::None));
        match writer.untyped() {
            ColumnWriter::Int64ColumnWriter(writer) => {
                let numbers = present.map(|value| whole(&column.name, &value)).collect::<Result<Vec<_>, _>>()?;
                writer.write_batch(&numbers, Some(&levels), None)?;
            }
            ColumnWriter::DoubleColumnWriter(writer) => {
                let numbers: Vec<f64> = present.map(|value| decimal(&value)).collect();
                writer.write_batch(&numbers, Some(&levels), None)?;
            }
            ColumnWriter::BoolColumnWriter(writer) => {
                let truths: Vec<bool> = present.map(|value| matches!(value, Value::Truth(true))).collect();
                writer.write_batch(&truths, Some(&levels), None)?;
            }
            ColumnWriter::ByteArrayColumnWriter(writer) => {
                let texts: Vec<ByteArray> = present.map(|value| ByteArray::from(value.plain().into_bytes())).collect();
                writer.write_batch(&texts, Some(&levels), None)?;
            }
            _ => unreachable!("the schema has four types"),
        }
        writer.close()?;
    }
    group.close()?;
    Ok(())
}

/// A value of a column of whole numbers.
fn whole(column: &str, value: &Value) -> Result<i64, ExportError> {
    let number = if let Value::Whole(number) = value { *number } else { 0 };
    i64::try_from(number).map_err(|_| {
        let problem = Diagnostic::new(format!("{column} {number} has no place in 64 bits with a sign"));
        IndexError::from(problem.help("write all trials with --to csv")).into()
    })
}

/// A value of a column of decimal numbers, some of which may be whole.
const fn decimal(value: &Value) -> f64 {
    match value {
        Value::Whole(number) => *number as f64,
        Value::Number(number) => *number,
        _ => f64::NAN,
    }
}
