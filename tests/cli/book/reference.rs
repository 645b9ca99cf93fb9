//! The reference: pages made from the catalog, the counters, the statuses, the fields, and the command line. The page on
//! experiment files is made from their schema (`schema.rs`).

use searchlab::analysis::field::{COLS, Field, KIND, PART, ROWS, WEIGHT};
use searchlab::catalog::{Kind as Values, Name, PARAMETERS, Parameter, WORLDS, WorldInfo, values_of};
use searchlab::diagnostic::Diagnostics;
use searchlab::play::Players;
use searchlab::record::Params;
use searchlab::search::about::AlgorithmInfo;
use searchlab::search::budget::Status;
use searchlab::search::counters::Counters;
use searchlab::search::game::samples::SAMPLES;
use searchlab::shipped::{self, title_and_question};
use searchlab::worlds::maze::generate::{Kind, Setting, Shape};

use serde_json::Value;

use super::markdown::{Page, code, codes, plain, sentence};
use super::{REMEDY, pages, schema};

#[test]
fn the_reference_is_what_the_catalog_says() {
    let reference = [
        ("commands", commands()),
        ("worlds", worlds()),
        ("algorithms", algorithms()),
        ("parameters", parameters()),
        ("evaluations", evaluations()),
        ("generators", generators()),
        ("records", records()),
        ("experiments", experiments()),
    ];
    let summary = std::fs::read_to_string(pages().join("SUMMARY.md")).unwrap();
    for (name, page) in reference {
        assert!(summary.contains(&format!("(reference/{name}.md)")), "SUMMARY.md has no line for {name}");
        REMEDY.settle_exactly(&pages().join(format!("reference/{name}.md")), &page.into_text());
    }
}

fn rows_of(names: &[Name]) -> Vec<[String; 2]> {
    names.iter().map(|name| [code(name.name), plain(name.summary)]).collect()
}

fn commands() -> Page {
    let about = "The commands, as `searchlab help` knows them. `searchlab COMMAND --help` shows all flags of one, with examples.";
    let mut page = Page::new("Commands", about);
    let mut command = searchlab::cli::command();
    command.build();
    let mut rows = Vec::new();
    for part in command.get_subcommands().filter(|part| part.get_name() != "help") {
        let about =
            |command: &clap::Command| sentence(&command.get_about().map(ToString::to_string).unwrap_or_default());
        rows.push([code(&format!("searchlab {}", part.get_name())), about(part)]);
        for below in part.get_subcommands().filter(|below| below.get_name() != "help") {
            rows.push([code(&format!("searchlab {} {}", part.get_name(), below.get_name())), about(below)]);
        }
    }
    page.table(["command", "what it does"], rows);
    let codes = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let codes = codes.split_once("Exit codes:\n").expect("the overview lists the exit codes").1;
    page.heading(2, "Exit codes");
    page.table(
        ["code", "meaning"],
        codes
            .lines()
            .filter_map(|line| line.trim().split_once("  "))
            .map(|(code, words)| [code.into(), words.trim().into()]),
    );
    page
}

fn worlds() -> Page {
    let mut page = Page::new("Worlds", "A world is what is searched: its states, its moves, its files.");
    for world in WORLDS {
        page.heading(2, world.name.name);
        page.says(&sentence(world.name.summary));
        let linked = |about: &AlgorithmInfo| format!("[`{0}`](algorithms.md#{0})", about.name);
        let all = |abouts: &[&AlgorithmInfo]| abouts.iter().map(|about| linked(about)).collect::<Vec<_>>().join(", ");
        page.says(&format!("Algorithms: {}.", all(world.algorithms)));
        if !world.solvers.is_empty() {
            page.says(&format!("Solvers, of the command `solve`: {}.", all(world.solvers)));
        }
        if !world.parameters.is_empty() {
            let names = world.parameters.iter().map(|parameter| parameter.name.name);
            page.says(&format!("Parameters of the world, for all its algorithms: {}.", codes(names)));
        }
        if world.is_game() {
            page.says(&format!("Deepest search: {} plies.", world.deepest));
        }
    }
    page.heading(2, "Levels of players");
    page.says("What `level:N` stands for in `othello play` and `gomoku play`.");
    for players in [searchlab::worlds::othello::play::PLAYERS, searchlab::worlds::gomoku::play::PLAYERS] {
        levels(&mut page, &players);
    }
    page.heading(2, "Sample games");
    page.says("Small games of the library, for tests and lessons. No command plays them.");
    page.table(["name", "what it is"], SAMPLES.iter().map(|(name, summary)| [code(name), plain(summary)]));
    page
}

fn levels(page: &mut Page, players: &Players) {
    page.heading(3, &format!("Levels of {}", players.world.name.name));
    let row = |(index, level): (usize, &searchlab::play::Level)| {
        [code(&format!("level:{}", index + 1)), code(level.player), plain(level.summary)]
    };
    page.table(["level", "the same as", "what it is like"], players.levels.iter().enumerate().map(row));
}

fn algorithms() -> Page {
    let about = "Every algorithm, with its source, what it promises, and its parameters. `searchlab explain NAME` shows the same.";
    let mut page = Page::new("Algorithms", about);
    let mut seen: Vec<&str> = Vec::new();
    for about in WORLDS.iter().flat_map(|world| world.abouts()) {
        if !seen.contains(&about.name) {
            seen.push(about.name);
            algorithm(&mut page, about);
        }
    }
    page
}

fn algorithm(page: &mut Page, about: &AlgorithmInfo) {
    page.heading(2, about.name);
    page.says(&sentence(about.summary));
    page.says(&sentence(about.idea));
    let worlds: Vec<&WorldInfo> =
        WORLDS.iter().copied().filter(|world| world.abouts().any(|known| known.name == about.name)).collect();
    page.list([
        ("Source", plain(about.source)),
        ("Finds", plain(about.guarantee.words())),
        ("Cost", plain(about.cost)),
        ("Worlds", codes(worlds.iter().map(|world| world.name.name))),
    ]);
    let mut taken: Vec<&Parameter> = Vec::new();
    for parameter in worlds.iter().flat_map(|world| world.parameters_of(about)) {
        if !taken.iter().any(|known| known.name.name == parameter.name.name) {
            taken.push(parameter);
        }
    }
    let settled: Vec<(&WorldInfo, Params)> = worlds.iter().map(|&world| (world, settled(world, about))).collect();
    let row = |parameter: &&Parameter| {
        let name = parameter.name.name;
        // One thread is not written down in a trial.
        let unwritten = if name == "threads" { parameter.default } else { "" };
        let takes = |world: &WorldInfo| world.parameters_of(about).any(|known| known.name.name == name);
        let defaults: Vec<(&str, String)> = settled
            .iter()
            .filter(|(world, _)| takes(world))
            .map(|(world, params)| (world.name.name, params.get(name).map_or_else(|| unwritten.to_owned(), spelled)))
            .collect();
        [format!("[`--{name}`](parameters.md#{name})"), plain(parameter.name.summary), default_in(&defaults)]
    };
    page.table(["parameter", "what it does", "default"], taken.iter().map(row));
}

/// The parameters of a trial that gives none. What knows eight moves only must be told so.
fn settled(world: &WorldInfo, about: &AlgorithmInfo) -> Params {
    let settled = world.resolve(about, &[]).or_else(|_| world.resolve(about, &[("moves", "8")]));
    // A program has no default for its command.
    let started = |_| {
        let params = world.resolve(about, &[("cmd", "./mine")])?;
        Ok(params.into_iter().filter(|(name, _)| name != "cmd").collect())
    };
    settled.or_else(started).unwrap_or_else(|problems: Diagnostics| panic!("{}: {problems}", about.name))
}

/// A value as users type it.
fn spelled(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Defaults by world; one word if all worlds agree.
fn default_in(defaults: &[(&str, String)]) -> String {
    let shown = |text: &str| if text.is_empty() { "–".to_owned() } else { code(text) };
    match defaults {
        [(_, first), rest @ ..] if rest.iter().all(|(_, other)| other == first) => shown(first),
        all => all.iter().map(|(world, text)| format!("{world}: {}", shown(text))).collect::<Vec<_>>().join("; "),
    }
}

fn parameters() -> Page {
    let about = "Parameters of algorithms and of worlds: flags of the commands, keys of experiment files, fields of records. \
                 A `–` as a default means that there is none, or that it follows from other parameters.";
    let mut page = Page::new("Parameters", about);
    for parameter in PARAMETERS {
        page.heading(2, parameter.name.name);
        page.says(&sentence(parameter.name.summary));
        page.says(&format!("Values: {}.", values(parameter)));
        let usual: Vec<(&str, String)> = WORLDS
            .iter()
            .filter(|world| takes(world, parameter))
            .map(|world| (world.name.name, world.usual(parameter).unwrap_or_default().to_owned()))
            .collect();
        page.says(&format!("Default: {}.", default_in(&usual)));
        let row = |(world, name): (Option<&WorldInfo>, &Name)| {
            let world = world.map_or(String::new(), |world| format!("{}: ", world.name.name));
            [code(name.name), format!("{world}{}", plain(name.summary))]
        };
        page.table(["value", "meaning"], values_of(parameter).map(row));
    }
    page
}

/// Whether any algorithm of a world takes a parameter.
fn takes(world: &WorldInfo, parameter: &Parameter) -> bool {
    let is_taken =
        |about: &'static AlgorithmInfo| world.parameters_of(about).any(|known| known.name.name == parameter.name.name);
    world.abouts().any(is_taken)
}

fn values(parameter: &Parameter) -> String {
    match parameter.kind {
        Values::Choice(_) => "one of the words below".to_owned(),
        Values::List(_) => "some of the words below, with commas between".to_owned(),
        Values::Techniques => "some of the words below, with commas between, or `none`".to_owned(),
        Values::Heuristic => "a [heuristic](evaluations.md#heuristics) of the world".to_owned(),
        Values::Evaluation => "an [evaluation](evaluations.md) of the world".to_owned(),
        Values::DecimalOrOff(least, most) => format!(
            "`off`, or a number from {} to {} with at most three decimals",
            f64::from(least) / 1000.0,
            f64::from(most) / 1000.0
        ),
        Values::File => "one of the words of its summary, or a file".to_owned(),
        Values::Command => "a command line, as a shell reads it".to_owned(),
        Values::Order => "the moves of the world, each once".to_owned(),
        Values::Whole(least, most) => format!("a whole number from {least} to {most}"),
        Values::TableBits(least, most) => format!(
            "a whole number from {least} to {most}; 0 for no table in alpha-beta with a table, PVS and the MTD family"
        ),
        Values::Signed(least, most) => format!("a whole number from {least} to {most}"),
        Values::Decimal(least, most) => format!(
            "a number from {} to {} with at most three decimals",
            f64::from(least) / 1000.0,
            f64::from(most) / 1000.0
        ),
    }
}

fn evaluations() -> Page {
    let about = "What estimates: heuristics the cost that remains, evaluations the worth of a position.";
    let mut page = Page::new("Heuristics and evaluations", about);
    page.heading(2, "Heuristics");
    for world in WORLDS.iter().filter(|world| !world.heuristics.is_empty()) {
        page.heading(3, &format!("Heuristics of {}", world.name.name));
        page.table(["name", "what it is"], rows_of(world.heuristics));
    }
    for world in WORLDS {
        let Some(scheme) = world.scheme else { continue };
        page.heading(2, &format!("Evaluations of {}", world.name.name));
        page.says(&format!(
            "An evaluation is a sum of features, each times its weight. It is written as a name, as features with \
             weights, or as both: `{}`.",
            scheme.example
        ));
        let row = |preset: &searchlab::worlds::weights::Preset| {
            let weights = preset.weights.iter().map(|(feature, weight)| format!("{feature}={weight}"));
            [code(preset.name), plain(preset.summary), code(&weights.collect::<Vec<_>>().join(", "))]
        };
        let is_mix = |name: &&Name| scheme.presets.iter().any(|preset| preset.name == name.name);
        let others = world.evaluations.iter().filter(|name| !is_mix(name));
        let others = others.map(|name| [code(name.name), plain(name.summary), "its own, of patterns".to_owned()]);
        page.table(["name", "what it is", "weights"], scheme.presets.iter().map(row).chain(others));
        page.heading(3, &format!("Features of {}", world.name.name));
        page.table(["feature", "what is counted"], rows_of(world.features));
    }
    page
}

fn generators() -> Page {
    let about = "Kinds of mazes that `searchlab maze generate` and `generate` in experiment files make. A seed gives the \
                 same maze on every machine.";
    let mut page = Page::new("Generators of mazes", about);
    for kind in Kind::ALL {
        let about = kind.about();
        page.heading(2, about.name);
        page.says(&sentence(about.summary));
        let shape = match about.shape {
            Shape::Perfect => "exactly one way between any two cells; start and goal are the openings of the border",
            Shape::TwoOpenings => "at least one way; start and goal are the openings of the border",
            Shape::Open => "start and goal are cells like others",
        };
        let thousandth = |number: u32| (f64::from(number) / 1000.0).to_string();
        let density = about.density.map(|it| ("Density", setting(&it, thousandth)));
        let side = about.side.map(|it| ("Side", setting(&it, |number| number.to_string())));
        let fixed = [
            ("Source", plain(about.source)),
            ("Shape", shape.to_owned()),
            ("Least size", format!("{0}x{0}", about.least)),
        ];
        page.list(fixed.into_iter().chain(density).chain(side));
    }
    page
}

fn setting(setting: &Setting, shown: impl Fn(u32) -> String) -> String {
    let most = if setting.most == u32::MAX { String::new() } else { format!(" to {}", shown(setting.most)) };
    format!("{}; from {}{most}, default {}", plain(setting.meaning), shown(setting.least), shown(setting.default))
}

fn records() -> Page {
    let about = "A record is what one trial gave: one JSON object a line, the same that `--format json` prints. Tables, \
                 charts and claims of experiments ask for its fields by name.";
    let mut page = Page::new("Records: status, counters, fields", about);
    page.heading(2, "Status");
    page.table(
        ["status", "meaning"],
        Status::ALL.into_iter().map(|status| [code(status.name()), plain(status.meaning())]),
    );
    page.heading(2, "Counters");
    page.says(
        "The same trial gives the same counters on every machine. Nodes of a game tree are `expanded` + `evaluated`.",
    );
    page.table(["counter", "meaning"], Counters::MEANINGS.iter().map(|(name, meaning)| [code(name), plain(meaning)]));
    page.heading(2, "Fields");
    page.says("What a trial is (its keys), and what it gave. Every counter is a field too.");
    let is_listed = |name: &&str| !Counters::MEANINGS.iter().any(|counter| counter.0 == *name);
    let row = |name: &str| {
        let field = Field::parse(name).expect("it is a field");
        let kind = if field.is_key() { "key" } else { "result" };
        [code(name), kind.to_owned(), plain(&field.meaning())]
    };
    page.table(["field", "kind", "meaning"], Field::fixed_names().filter(is_listed).map(row));
    page.says("Further fields by their beginning:");
    let parts = [KIND, "size", ROWS, COLS, "density", "side", "seed"].map(|part| format!("{PART}{part}"));
    page.table(
        ["field", "meaning"],
        [
            [codes(parts.iter().map(String::as_str)), "parts of the name of a made maze".to_owned()],
            [code(&format!("{WEIGHT}FEATURE")), "the weight of a feature in the evaluation".to_owned()],
            ["any [parameter](parameters.md)".to_owned(), "its value".to_owned()],
        ],
    );
    page.heading(2, "The lines of records.jsonl");
    page.says(
        "Each line is one JSON object with these keys; a point goes into an object, `[]` into a list. `searchlab schema \
         records` prints the same as a JSON Schema. The counters within are those above. [Your records \
         elsewhere](../guide/elsewhere.md) shows how other tools read them.",
    );
    page.table(["key", "type", "meaning"], schema::rows(&searchlab::record::schema()));
    page
}

fn experiments() -> Page {
    let about = "The keys of an experiment file. `searchlab schema` prints the same as a JSON Schema for editors, `searchlab \
                 new NAME` writes a file to begin with.";
    let mut page = Page::new("Experiment files", about);
    schema::describe(&searchlab::experiment::spec::of_types(), &mut page);
    page.heading(2, "Experiments that come with searchlab");
    let row = |(name, text): (&str, &str)| {
        let (title, question) = title_and_question(text);
        [code(&format!("experiments/{name}.toml")), plain(&title), plain(&question)]
    };
    page.table(["file", "title", "question"], shipped::experiments().map(row));
    page
}
