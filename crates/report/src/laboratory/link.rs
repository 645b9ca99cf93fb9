//! Links by which a report is run in the laboratory.

#[cfg(test)]
mod tests;

use super::{MOST_TRIALS, OFFERED};
use crate::page::link_part;
use searchlab_lab::experiment::spec::Spec;
use searchlab_trial::embedded::stem;
use searchlab_trial::record::PROGRAM;

/// Where the laboratory lies, as seen from a report: beside its folder.
const PLACE: &str = "../searchlab.html";
/// Seconds that all trials may have taken: the page needs at most about twice as long.
const MOST_SECONDS: f64 = 30.0;

/// The link that runs an experiment of the file `name`, whose `trials` took these seconds together. `None` if the page
/// cannot run it, or hardly within a minute.
pub(crate) fn link(name: &str, spec: &Spec, trials: usize, seconds: f64) -> Option<String> {
    let variants = &spec.variants;
    let has_programs = variants.list.iter().any(|variant| variant.algorithm == PROGRAM)
        || variants.players.iter().any(|player| player.algorithm == PROGRAM);
    // The page has no files but those of the experiments that it offers.
    let has_files = spec.experiment.instances.iter().any(|request| request.files.is_some());
    let is_offered = OFFERED.contains(&stem(name));
    let is_small = trials as u64 <= MOST_TRIALS && seconds <= MOST_SECONDS;
    (is_small && !has_programs && (is_offered || !has_files)).then(|| {
        let [name, text] = [name, &spec.text].map(link_part);
        format!("{PLACE}#m=experiment&n={name}&t={text}&r=1")
    })
}
