//! The trials of an experiment, in the order of the plan and in the order in which they are run.
//!
//! The plan goes by instance, then by algorithm, then by the axes, then by repeat: so records are merged. They are run
//! repeat by repeat, and within one the trials of an instance one after the other in an order drawn by the seed: so a
//! machine that drifts favours no algorithm.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::Path;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxHashSet;

use super::domains;
use super::instances::{Instance, load, spread};
use super::spec::{Path as SpecPath, Spec, Variant};
use crate::solver::check_programs;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source, quoted};
use searchlab_trial::record::{Hasher, Params, Record, TaskIds, Trial, TrialId, search_text};
use searchlab_trial::text::{counted, grouped, printable};

/// The trials of an experiment.
#[derive(Debug)]
pub struct Plan {
    /// The instances of the searches and the openings of the matches.
    pub instances: Vec<Instance>,
    /// The trials, in the order of the plan, each once.
    pub trials: Vec<Planned>,
    /// Remarks for the user about instances that were left out.
    pub remarks: Vec<String>,
    variants: Vec<Variant>,
    /// The place of each trial. Its id is a hash already, and stands with the trial.
    places: HashTable<u32>,
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

/// Finds trials of a plan one after the other: most records stand in its order.
#[derive(Debug, Clone, Copy)]
pub struct Finder<'a> {
    plan: &'a Plan,
    /// The place behind the trial that was found last.
    next: usize,
}

impl<'a> Finder<'a> {
    /// Begins with the first trial.
    pub const fn new(plan: &'a Plan) -> Self {
        Self { plan, next: 0 }
    }

    /// As `Plan::place`.
    pub fn place(&mut self, id: TrialId) -> Option<usize> {
        let is_next = self.plan.trials.get(self.next).is_some_and(|planned| planned.id == id);
        let place = if is_next { self.next } else { self.plan.place(id)? };
        self.next = place + 1;
        Some(place)
    }
}

impl Variant {
    /// True if it can be tried on an instance at all.
    pub(super) fn fits(&self, instance: &Instance) -> bool {
        self.world == instance.world() && self.group == instance.group
    }

    /// The parameters of its trials on an instance with these properties.
    fn params_with(&self, facts: &Params) -> Params {
        let mut params = self.params.clone();
        params.extend(facts.clone());
        params
    }

    /// True if it is tried on an instance.
    fn is_for(&self, instance: &Instance) -> bool {
        self.fits(instance) && self.domain.has(&instance.name)
    }
}

/// The part of the texts of trials that each variant has on instances of equal properties.
#[derive(Default)]
struct SearchTexts {
    facts: Params,
    /// By the place of the variant; empty where it was not asked for.
    texts: Vec<String>,
}

impl SearchTexts {
    /// Forgets the texts of instances with other properties.
    fn turn_to(&mut self, facts: &Params, variants: usize) {
        if self.texts.len() != variants || self.facts != *facts {
            *self = Self { facts: facts.clone(), texts: vec![String::new(); variants] };
        }
    }

    fn of(&mut self, place: usize, variant: &Variant, seed: u64) -> &str {
        let text = &mut self.texts[place];
        if text.is_empty() {
            let params = variant.params_with(&self.facts);
            *text = search_text(variant.algorithm, &params, variant.depth, variant.limits, seed);
        }
        text
    }
}

/// Adds an error for every algorithm and instance that do not go together, the first of each algorithm.
fn check_tasks(spec: &Spec, variants: &[Variant], instances: &[Instance], problems: &mut Diagnostics) {
    let mut labels = FxHashSet::default();
    for variant in variants.iter().filter(|variant| variant.group == 0) {
        let mut fitting = instances.iter().filter(|instance| variant.is_for(instance));
        let problem = fitting.find_map(|instance| {
            let (world, name) = (instance.task.world(), &instance.name);
            let problem = world.check(variant.algorithm, &variant.params, &instance.task).err()?;
            Some(problem.help(format!("the instance is {}", quoted(name))))
        });
        if let Some(problem) = problem.filter(|_| labels.insert(variant.label)) {
            let path = SpecPath::root().key("algorithms").index(variant.label);
            problems.push(|| problem.at(spec.document().place(&path, "")));
        }
    }
}

impl Plan {
    /// Reads an experiment and makes its plan, with all errors of both reported at once.
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
        Self::made(spec, folder, most, false)
    }

    /// The plan of an experiment that was run, for whoever asks for its trials and runs none: instances have no objects.
    ///
    /// # Errors
    /// As [`Plan::new`].
    pub fn outline(spec: &Spec, folder: &Path) -> Result<Self, Diagnostics> {
        Self::made(spec, folder, u64::MAX, true)
    }

    fn made(spec: &Spec, folder: &Path, most: u64, is_outline: bool) -> Result<Self, Diagnostics> {
        let variants = spec.variants.list.clone();
        let repeats = spec.experiment.repeats.max(1);
        // No instance has more trials than this.
        let each = (variants.len() as u64).saturating_mul(u64::from(repeats)).max(1);
        let most_instances = most / each + u64::from(!most.is_multiple_of(each));
        let (instances, remarks) = load(spec, folder, most_instances, is_outline)?;
        let mut problems = Diagnostics::new();
        domains::check(spec, &variants, &instances, &mut problems);
        if !is_outline {
            check_tasks(spec, &variants, &instances, &mut problems);
        }
        problems.into_result(())?;
        let (trials, places) = (Vec::new(), HashTable::new());
        let mut plan = Self { instances, trials, remarks, variants, places, seed: spec.experiment.seed };
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

    /// The number of trials that the plan would have.
    fn count(&self, repeats: u32) -> u64 {
        let of = |instance: &Instance| self.variants.iter().filter(|variant| variant.is_for(instance)).count() as u64;
        self.instances.iter().map(of).sum::<u64>().saturating_mul(u64::from(repeats))
    }

    fn fill(&mut self, repeats: u32) {
        let mut texts = SearchTexts::default();
        for (place, instance) in self.instances.iter().enumerate() {
            let ids = TaskIds::new(instance.world(), instance.task.content());
            texts.turn_to(instance.task.facts(), self.variants.len());
            for (variant_place, variant) in self.variants.iter().enumerate() {
                if !variant.is_for(instance) {
                    continue;
                }
                let text = texts.of(variant_place, variant, self.seed);
                for repeat in 0..repeats {
                    let id = ids.id(text, repeat);
                    // One file may be named twice, and a copy of it is the same instance.
                    let id_at = |&place: &u32| self.trials[place as usize].id;
                    let known = self.places.entry(id.0, |place| id_at(place) == id, |place| id_at(place).0);
                    if let Entry::Vacant(entry) = known {
                        entry.insert(self.trials.len() as u32);
                        let (instance, variant) = (place as u32, variant_place as u32);
                        self.trials.push(Planned { id, instance, variant, repeat });
                    }
                }
            }
        }
    }

    /// Instances that are one, as their content is equal: the first of each, and the others. Their trials are run once,
    /// under the name of the first.
    fn equals(&self) -> Vec<Vec<&Instance>> {
        let mut groups: IndexMap<(usize, &str, u64), Vec<&Instance>> = IndexMap::new();
        for instance in &self.instances {
            groups.entry((instance.group, instance.world(), instance.task.content())).or_default().push(instance);
        }
        groups.into_values().collect()
    }

    /// Instances that differ from all before them.
    pub fn different_instances(&self) -> usize {
        self.equals().len()
    }

    /// That some instances are one, with their names: "40 instances are 4 different ones: …"; `None` if all differ.
    pub fn equals_in_words(&self) -> Option<String> {
        /// Names of equal instances that are listed, and lists.
        const NAMES: usize = 3;
        let groups = self.equals();
        let (count, different) = (self.instances.len(), groups.len());
        if count == different {
            return None;
        }
        let several: Vec<&Vec<&Instance>> = groups.iter().filter(|group| group.len() > 1).collect();
        let words = |group: &&Vec<&Instance>| {
            let names: Vec<String> = group.iter().take(NAMES).map(|instance| printable(&instance.name)).collect();
            let rest = group.len().saturating_sub(NAMES);
            let rest = if rest > 0 { format!(" = {} more", grouped(rest as u64)) } else { String::new() };
            names.join(" = ") + &rest
        };
        // Matches that begin with the same openings have the same equal ones.
        let mut lists: Vec<String> = several.iter().map(words).collect::<IndexSet<_>>().into_iter().collect();
        if lists.len() > NAMES {
            let more = format!("and so on for {} more", grouped((lists.len() - NAMES) as u64));
            lists.truncate(NAMES);
            lists.push(more);
        }
        let ones = match different {
            1 => "one, which is run once".to_owned(),
            _ => format!("{} different ones, each of which is run once", grouped(different as u64)),
        };
        Some(format!("{} are {ones}: {}", counted(count as u64, "instance"), lists.join("; ")))
    }

    /// Places of `count` instances of the searches and of each match, evenly spread: for a quick look.
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

    /// The instance of a trial.
    pub fn instance(&self, planned: &Planned) -> &Instance {
        &self.instances[planned.instance as usize]
    }

    /// The trial.
    pub fn trial(&self, planned: &Planned) -> Trial {
        let instance = self.instance(planned);
        let variant = &self.variants[planned.variant as usize];
        Trial {
            world: variant.world.to_owned(),
            instance: instance.name.clone(),
            content: instance.task.content(),
            algorithm: variant.algorithm.to_owned(),
            params: variant.params_with(instance.task.facts()),
            depth: variant.depth,
            limits: variant.limits,
            seed: self.seed,
            repeat: planned.repeat,
        }
    }

    /// True if a record says of its trial what the plan says.
    pub(super) fn agrees(&self, planned: &Planned, record: &Record) -> bool {
        let variant = &self.variants[planned.variant as usize];
        let facts = self.instance(planned).task.facts();
        let has_params = if facts.is_empty() {
            record.params == variant.params
        } else {
            record.params == variant.params_with(facts)
        };
        has_params
            && (record.world.as_str(), record.algorithm.as_str()) == (variant.world, variant.algorithm)
            && (record.depth, record.limits) == (variant.depth, variant.limits)
            && (record.seed, record.repeat) == (self.seed, planned.repeat)
    }

    /// The trial of this id.
    pub fn find(&self, id: TrialId) -> Option<&Planned> {
        Some(&self.trials[self.place(id)?])
    }

    /// Where the trial of this id stands among [`Plan::ids`].
    pub(crate) fn place(&self, id: TrialId) -> Option<usize> {
        self.places.find(id.0, |&place| self.trials[place as usize].id == id).map(|&place| place as usize)
    }

    /// The ids, in the order of the plan.
    pub fn ids(&self) -> Vec<TrialId> {
        self.trials.iter().map(|planned| planned.id).collect()
    }

    /// The label of the algorithm of a trial.
    pub fn label(&self, planned: &Planned) -> usize {
        self.variants[planned.variant as usize].label
    }

    /// Starts each program of users that stands in place of an algorithm once, so that one that is not there is an error
    /// before all work.
    ///
    /// # Errors
    /// The command, and what the system says.
    pub fn check_programs(&self) -> Result<(), Diagnostic> {
        check_programs(self.variants.iter().map(|variant| (variant.world, variant.algorithm, &variant.params)))
    }

    /// The place of a trial's variant.
    pub const fn variant(&self, planned: &Planned) -> usize {
        planned.variant as usize
    }

    /// The variants of the experiment.
    pub fn variants(&self) -> &[Variant] {
        &self.variants
    }

    /// The wanted trials in the order in which they are run.
    pub fn in_order_of_running(&self, is_wanted: impl Fn(&Planned) -> bool) -> Vec<Planned> {
        let draw = |repeat: u32, number: u64| {
            let mut hasher = Hasher::default();
            hasher.write_u64(self.seed);
            hasher.write_u64(u64::from(repeat));
            hasher.write_u64(number);
            hasher.finish()
        };
        let mut trials: Vec<Planned> = self.trials.iter().copied().filter(|planned| is_wanted(planned)).collect();
        trials.sort_by_cached_key(|planned| {
            let Instance { turn, task, .. } = &self.instances[planned.instance as usize];
            let (turn, content) = (*turn, task.content());
            (planned.repeat, turn, draw(planned.repeat, content), draw(planned.repeat, planned.id.0))
        });
        trials
    }
}
