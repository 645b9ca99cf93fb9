//! The instances of Gomoku: every combination of boards and rules.

use super::games::Ended;
use super::{Instance, Loader, Task, spread};
use crate::experiment::spec::{self, InstanceRequest};
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source, quoted};
use searchlab_worlds::gomoku::format::{read_position, read_positions};
use searchlab_worlds::gomoku::{Position, Rule, Setting, playout};
use searchlab_worlds::run::gomoku::content;

impl Loader<'_> {
    /// The boards and rules that are asked for.
    pub(super) fn settings(&mut self, request: &InstanceRequest, path: &spec::Path) -> Vec<Setting> {
        let usual = Setting::default();
        let rules = request.rule.as_ref().map_or_else(
            || vec![usual.rule],
            |rules| {
                self.all(rules.as_slice(), &path.key("rule"), |name| {
                    let known = Rule::ALL.map(Rule::name);
                    Rule::from_name(name).ok_or_else(|| Diagnostic::unknown_name("rule", name, &known, None))
                })
            },
        );
        let sizes = request.size.as_ref().map_or_else(
            || vec![(usual.height, usual.width)],
            |sizes| {
                let texts: Vec<String> = sizes.as_slice().iter().map(ToString::to_string).collect();
                self.all(&texts, &path.key("size"), |text| {
                    let invalid = |expected| Diagnostic::new(format!("invalid size {}", quoted(text))).help(expected);
                    Setting::parse_size(text).map_err(invalid)
                })
            },
        );
        // Errors of these are reported already, and positions are to be read all the same.
        let rules = if rules.is_empty() { vec![usual.rule] } else { rules };
        let of = |&(height, width): &(u8, u8)| rules.iter().map(move |&rule| Setting { width, height, rule });
        sizes.iter().flat_map(of).collect()
    }

    /// The positions of a file, or `take` of them.
    pub(super) fn gomoku_file(
        &mut self,
        name: &str,
        source: &Source,
        take: Option<u32>,
        settings: &[Setting],
    ) -> Result<(), Diagnostics> {
        for &setting in settings {
            let positions = read_positions(source, setting)?;
            for given in spread(positions.len(), take).map(|place| &positions[place]) {
                let id = given.id.as_ref().map(|id| format!(":{id}")).unwrap_or_default();
                self.add_gomoku(format!("{name}:{}{id}", given.line), given.position.clone());
            }
        }
        Ok(())
    }

    /// A position that the experiment itself spells.
    pub(super) fn gomoku_position(&mut self, source: &Source, settings: &[Setting]) -> Result<(), Diagnostics> {
        for &setting in settings {
            let given = read_position(source, setting)?;
            self.add_gomoku(source.text.clone(), given.position);
        }
        Ok(())
    }

    /// Positions of Gomoku at these plies of the random games of these seeds; all of them without a list.
    pub(super) fn gomoku_games(
        &mut self,
        seeds: &[u64],
        plies: Option<&[u64]>,
        settings: &[Setting],
        path: &spec::Path,
    ) {
        let mut ended = Ended::after(self.instances.len());
        for &setting in settings {
            for &seed in seeds {
                let positions = playout::positions(seed, setting);
                let all: Vec<u64> = (0..positions.len() as u64).collect();
                for &ply in plies.unwrap_or(&all) {
                    let position = usize::try_from(ply).ok().and_then(|ply| positions.get(ply));
                    if let Some(position) = position {
                        let name = format!("{},seed={seed},ply={ply}", game_name(setting));
                        self.add_gomoku(name, position.clone());
                    } else {
                        ended.push(seed, ply, positions.len());
                    }
                    if self.is_full() {
                        return;
                    }
                }
            }
        }
        self.leave_out(&ended, path);
    }

    /// Adds a position of Gomoku, with the variant tag of its board and rule appended to a name that lacks it.
    pub(super) fn add_gomoku(&mut self, name: String, position: Position) {
        let content = content(&position);
        let setting = position.setting().peculiarity();
        let is_told = setting.is_empty() || name.starts_with("game:");
        let name = if is_told { name } else { format!("{name} {setting}") };
        self.instances.push(Instance { name, content, group: 0, turn: 0, task: Task::Gomoku(position) });
    }
}

/// The beginning of the name of a position of a random game.
pub(super) fn game_name(setting: Setting) -> String {
    let Setting { width, height, rule } = setting;
    format!("game:size={height}x{width},rule={}", rule.name())
}
