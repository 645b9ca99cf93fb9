//! Links by which a report is run in the laboratory.

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

#[cfg(test)]
mod tests {
    use super::*;
    use searchlab_trial::diagnostic::Source;

    /// The link of a small experiment with these lines.
    fn link_of(name: &str, lines: &str, trials: usize, seconds: f64) -> Option<String> {
        let text = format!("title = \"a & b\"\n{lines}");
        link(name, &Spec::read(Source::new(name, &*text)).unwrap(), trials, seconds)
    }

    #[test]
    fn what_the_page_cannot_run_in_a_minute_has_no_link() {
        let made = "world = \"maze\"\nalgorithms = [\"astar\"]\n[[instances]]\ngenerate = { kind = \"rooms\", size = \"9x9\" }\n";
        let found = link_of("my.toml", made, 20_000, 29.0).unwrap();
        assert!(
            found.starts_with("../searchlab.html#m=experiment&n=my.toml&t=title%20%3D%20%22a%20%26%20b%22%0A"),
            "{found}"
        );
        assert_eq!(link_of("my.toml", made, 20_001, 29.0), None);
        assert_eq!(link_of("my.toml", made, 1, 31.0), None);
        let files = "world = \"maze\"\nalgorithms = [\"astar\"]\n[[instances]]\nfiles = \"../mazes/*.txt\"\n";
        assert_eq!(link_of("my.toml", files, 1, 1.0), None);
        assert!(link_of("maze-algorithms.toml", files, 1, 1.0).is_some());
        let program = "[[match]]\nworld = \"othello\"\nplayers = [\"random\", \"program:cmd=x,protocol=nboard\"]\n";
        assert_eq!(link_of("my.toml", program, 1, 1.0), None);
    }
}
