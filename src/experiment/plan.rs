//! The trials of an experiment, in the order of the plan and in the order in which they are run.
//!
//! The plan goes by instance, then by algorithm, then by the axes, then by repeat: so records are merged. They are run
//! repeat by repeat, and within one the trials of an instance one after the other in an order drawn by the seed: so a
//! machine that drifts favours no algorithm.

use std::collections::BTreeMap;
use std::path::Path;

use rustc_hash::FxHashSet;

use super::domains;
use super::instances::{Instance, load, spread};
use super::spec::{Path as SpecPath, Spec, Variant};
use crate::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::record::{Hasher, Trial, TrialId};

/// The trials of an experiment.
#[derive(Debug)]
pub struct Plan {
    /// What is searched.
    pub instances: Vec<Instance>,
    /// The trials, in the order of the plan, each once.
    pub trials: Vec<Planned>,
    variants: Vec<Variant>,
    seed: u64,
}

/// A trial of the plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Planned {
    /// Its id.
    pub id: TrialId,
    /// Place of its instance.
    pub instance: u32,
    /// Place of its variant.
    variant: u32,
    /// The repetition.
    pub repeat: u32,
}

impl Variant {
    /// Whether it can be tried on an instance at all.
    pub(super) fn fits(&self, instance: &Instance) -> bool {
        self.world == instance.task.world() && self.group == instance.group
    }

    /// Whether it is tried on an instance.
    fn is_for(&self, instance: &Instance) -> bool {
        self.fits(instance) && self.domain.has(&instance.name)
    }
}

impl Plan {
    /// Reads an experiment and makes its plan, with all mistakes of both told at once.
    ///
    /// # Errors
    /// As [`Spec::read`] and [`Plan::new`].
    pub fn read(source: Source, folder: &Path, most: u64) -> Result<(Spec, Self), Diagnostics> {
        let (spec, mut problems) = Spec::examine(source);
        let Some(spec) = spec else { return Err(problems) };
        match Self::new(&spec, folder, most) {
            Ok(plan) => problems.into_result((spec, plan)),
            Err(more) => {
                problems.append(more);
                Err(problems)
            }
        }
    }

    /// The plan of an experiment whose file lies in `folder`, of at most `most` trials.
    ///
    /// # Errors
    /// Instances that cannot be read; conditions that hold for none of them; more trials than allowed.
    pub fn new(spec: &Spec, folder: &Path, most: u64) -> Result<Self, Diagnostics> {
        let variants = spec.variants.list.clone();
        let repeats = spec.experiment.repeats.max(1);
        // No instance has more trials than this.
        let each = (variants.len() as u64).saturating_mul(u64::from(repeats)).max(1);
        let instances = load(spec, folder, most / each + u64::from(!most.is_multiple_of(each)))?;
        let mut problems = Diagnostics::new();
        domains::check(spec, &variants, &instances, &mut problems);
        problems.into_result(())?;
        let mut plan = Self { instances, trials: Vec::new(), variants, seed: spec.experiment.seed };
        let count = plan.count(repeats);
        if count > most {
            let place = spec.document().place(&SpecPath::root().key("sweep"), "");
            let problem =
                Diagnostic::new(format!("{count} trials are more than the {most} that are allowed")).at(place);
            return Err(problem.help("sweep fewer values, or allow more with `--max-trials N`").into());
        }
        plan.fill(repeats);
        Ok(plan)
    }

    /// How many trials there would be.
    fn count(&self, repeats: u32) -> u64 {
        let of = |instance: &Instance| self.variants.iter().filter(|variant| variant.is_for(instance)).count() as u64;
        self.instances.iter().map(of).sum::<u64>().saturating_mul(u64::from(repeats))
    }

    fn fill(&mut self, repeats: u32) {
        let mut known = FxHashSet::default();
        for (place, instance) in self.instances.iter().enumerate() {
            for (variant_place, variant) in self.variants.iter().enumerate() {
                if !variant.is_for(instance) {
                    continue;
                }
                for repeat in 0..repeats {
                    let planned =
                        Planned { id: TrialId(0), instance: place as u32, variant: variant_place as u32, repeat };
                    let id = self.trial(&planned).id();
                    // One file may be named twice, and a copy of it is the same instance.
                    if known.insert(id) {
                        self.trials.push(Planned { id, ..planned });
                    }
                }
            }
        }
    }

    /// Places of so many instances of the searches and of each match, evenly spread: for a quick look.
    pub fn sample(&self, count: usize) -> FxHashSet<u32> {
        let mut groups: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
        for (place, instance) in self.instances.iter().enumerate() {
            groups.entry(instance.group).or_default().push(place as u32);
        }
        let chosen = |group: &Vec<u32>| {
            let take = u32::try_from(count).unwrap_or(u32::MAX);
            spread(group.len(), Some(take)).map(|place| group[place]).collect::<Vec<_>>()
        };
        groups.values().flat_map(chosen).collect()
    }

    /// The trial.
    pub fn trial(&self, planned: &Planned) -> Trial {
        let instance = &self.instances[planned.instance as usize];
        let variant = &self.variants[planned.variant as usize];
        Trial {
            world: variant.world.to_owned(),
            instance: instance.name.clone(),
            content: instance.content,
            algorithm: variant.algorithm.to_owned(),
            params: variant.params.clone(),
            depth: variant.depth,
            limits: variant.limits,
            seed: self.seed,
            repeat: planned.repeat,
        }
    }

    /// The ids, in the order of the plan.
    pub fn ids(&self) -> Vec<TrialId> {
        self.trials.iter().map(|planned| planned.id).collect()
    }

    /// The label of the algorithm of a trial.
    pub fn label(&self, planned: &Planned) -> usize {
        self.variants[planned.variant as usize].label
    }

    /// The place of a trial's variant.
    pub const fn variant(&self, planned: &Planned) -> usize {
        planned.variant as usize
    }

    /// The variants of the experiment.
    pub fn variants(&self) -> &[Variant] {
        &self.variants
    }

    /// Seconds after which the limit ends a trial; `None` without one.
    pub fn time_limit(&self, planned: &Planned) -> Option<f64> {
        let microseconds = self.variants[planned.variant as usize].limits.microseconds?;
        Some(microseconds as f64 / 1e6)
    }

    /// The trials in the order in which they are run.
    pub fn in_order_of_running(&self) -> Vec<Planned> {
        let draw = |repeat: u32, number: u64| {
            let mut hasher = Hasher::default();
            hasher.write_u64(self.seed);
            hasher.write_u64(u64::from(repeat));
            hasher.write_u64(number);
            hasher.finish()
        };
        let mut trials = self.trials.clone();
        trials.sort_by_cached_key(|planned| {
            let Instance { turn, content, .. } = self.instances[planned.instance as usize];
            (planned.repeat, turn, draw(planned.repeat, content), draw(planned.repeat, planned.id.0))
        });
        trials
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The trials of an experiment on the games of two seeds, each as algorithm, instance and depth.
    fn trials(condition: &str) -> Result<Vec<(String, String, u32)>, String> {
        let text = format!(
            "title = \"t\"\nworld = \"othello\"\n\
             algorithms = [\"mtdf\", {{ name = \"minimax\", where = {condition} }}]\n\
             [[instances]]\ngames = {{ seeds = [1, 2], plies = [3, 9] }}\n[sweep]\ndepth = [2, 4]\n"
        );
        let (_, plan) = Plan::read(Source::new("x.toml", text.as_str()), Path::new("."), 1000)
            .map_err(|problems| problems.to_string())?;
        let trial = |planned| {
            let trial = plan.trial(planned);
            (trial.algorithm, trial.instance, trial.depth.unwrap_or_default())
        };
        Ok(plan.trials.iter().map(trial).collect())
    }

    #[test]
    fn an_algorithm_can_be_kept_to_some_instances() {
        let minimax = |condition: &str| {
            let trials = trials(condition).unwrap();
            assert_eq!(trials.iter().filter(|trial| trial.0 == "mtdf").count(), 8, "{condition}");
            let rest = trials.into_iter().filter(|trial| trial.0 == "minimax");
            rest.map(|(_, instance, depth)| format!("{}@{depth}", instance.trim_start_matches("game:"))).collect()
        };
        for (condition, expected) in [
            (r#"{ depth = 2, "instance.seed" = 1 }"#, vec!["seed=1,ply=3@2", "seed=1,ply=9@2"]),
            (r#"{ "instance.ply" = "> 5", depth = ">= 4" }"#, vec!["seed=1,ply=9@4", "seed=2,ply=9@4"]),
            (r#"{ instance = "game:seed=2,ply=3" }"#, vec!["seed=2,ply=3@2", "seed=2,ply=3@4"]),
            (
                r#"[{ depth = 2 }, { depth = 4, "instance.seed" = 2, "instance.ply" = "8..=10" }]"#,
                vec!["seed=1,ply=3@2", "seed=1,ply=9@2", "seed=2,ply=3@2", "seed=2,ply=9@2", "seed=2,ply=9@4"],
            ),
            (
                r#"[{ "instance.seed" = 1, depth = 2 }, { "instance.ply" = 3, depth = "< 4" }]"#,
                vec!["seed=1,ply=3@2", "seed=1,ply=9@2", "seed=2,ply=3@2"],
            ),
        ] {
            let found: Vec<String> = minimax(condition);
            assert_eq!(found, expected, "{condition}");
        }
    }

    #[test]
    fn conditions_without_an_instance_are_told() {
        for (condition, words) in [
            (r#"{ "instance.seed" = 1, "instance.sed" = 1 }"#, "unknown part of the instances \"instance.sed\""),
            (r#"{ "instance.size" = 1 }"#, "unknown part of the instances"),
            (r#"{ "instance.ply" = ">= 10" }"#, "no instance has instance.ply >= 10"),
            (r#"{ "instance.ply" = ">= 10" }"#, "instance.ply goes from 3 to 9"),
            (r#"{ instance = "game:seed=2,ply=4" }"#, "did you mean \"game:seed=2,ply=3\"?"),
            (r#"{ "instance.seed" = [2, 7] }"#, "no instance has instance.seed = 7"),
            (r#"[{ depth = 2 }, { "instance.ply" = "four" }]"#, "no instance has instance.ply = \"four\""),
            (r#"{ "instance.ply" = "> many" }"#, "\"> many\" is no condition"),
            (r"[{ depth = 2 }, { depth = 3 }]", "no value of the axes is left for minimax"),
            ("[]", "an empty list of conditions"),
            ("[{ depth = 2 }, 7]", "`where` is a whole number here"),
            ("7", "expected a table or a list in brackets"),
        ] {
            let told = trials(condition).expect_err(condition);
            assert!(told.contains(words), "{condition}: {told}");
        }
        let alone = r#"{ instance = ["game:seed=1,ply=3", "game:seed=2,ply=3"], "instance.ply" = 9 }"#;
        assert!(trials(alone).is_err_and(|told| told.contains("no instance is left for minimax")));
    }

    #[test]
    fn one_algorithm_with_the_same_parameters_has_one_label() {
        let text = "title = \"t\"\nworld = \"othello\"\nalgorithms = [\n\
                    { name = \"mtdf\", where = { depth = 2 } },\n\
                    { name = \"mtdf\", label = \"deep\", where = { depth = 4 } },\n]\n[sweep]\ndepth = [2, 4]\n";
        let told = Plan::read(Source::new("x.toml", text), Path::new("."), 1000).expect_err("two labels").to_string();
        assert!(told.contains("deep is mtdf under other conditions"), "{told}");
    }
}
