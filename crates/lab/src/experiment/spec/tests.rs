use super::*;

fn read(text: &str) -> Result<Spec, String> {
    Spec::read(Source::new("x.toml", text)).map_err(|problems| problems.to_string())
}

const SMALL: &str = "title = \"t\"\nworld = \"othello\"\nalgorithms = [\"minimax\", \"mtdf\"]\n";

#[test]
fn every_algorithm_stands_at_every_point_of_its_axes() {
    let spec = read(&format!("{SMALL}[sweep]\ndepth = \"1..=3\"\ntable-bits = [8, 10]\n")).unwrap();
    let points: Vec<(usize, Option<u32>, Option<u64>)> = spec
        .variants
        .list
        .iter()
        .map(|it| (it.label, it.depth, it.params.get("table-bits").and_then(serde_json::Value::as_u64)))
        .collect();
    // Minimax has no table.
    let minimax = (1..=3).map(|depth| (0, Some(depth), None));
    let mtdf = (1..=3).flat_map(|depth| [8, 10].map(|bits| (1, Some(depth), Some(bits))));
    assert_eq!(points, minimax.chain(mtdf).collect::<Vec<_>>());
    assert_eq!(
        spec.variants.axes.iter().map(searchlab_analysis::field::Field::name).collect::<Vec<_>>(),
        ["depth", "table-bits"]
    );
    assert!(!spec.variants.labels[1].params.contains_key("table-bits"), "what is swept names no algorithm");
}

#[test]
fn weights_of_features_are_axes_and_parameters() {
    for text in
        ["evaluation = { corner = [0, 500] }", "evaluation.corner = [0, 500]", "\"evaluation.corner\" = [0, 500]"]
    {
        let spec = read(&format!("{SMALL}[limits]\ndepth = 2\n[sweep]\n{text}\n")).unwrap();
        let evaluations: Vec<&str> =
            spec.variants.list[..2].iter().map(|it| it.params["evaluation"].as_str().unwrap()).collect();
        assert_eq!(evaluations, ["classic,corner=0", "classic,corner=500"], "{text}");
    }
    let given = "[parameters]\nevaluation = { base = \"anchored\", corner = 7 }\n";
    let spec = read(&format!("{SMALL}{given}[limits]\ndepth = 2\n")).unwrap();
    assert_eq!(spec.variants.list[0].params["evaluation"], "anchored,corner=7");
}

#[test]
fn an_algorithm_can_leave_points_out() {
    let text = SMALL.replace("\"minimax\"", "{ name = \"minimax\", where = { depth = \"<= 2\" } }");
    let spec = read(&format!("{text}[sweep]\ndepth = \"1..=4\"\n")).unwrap();
    let depths = |label| spec.variants.list.iter().filter(|it| it.label == label).filter_map(|it| it.depth).max();
    assert_eq!((depths(0), depths(1)), (Some(2), Some(4)));
}

#[test]
fn every_mistake_is_told_in_one_pass() {
    let text = "titel = \"t\"\nworld = \"othello\"\nalgorithms = [\"minimax\", \"mtd\", { name = \"pvs\", aspiraton = 3 }]\n\
                [limits]\ndepth = 3\n[sweep]\ntable-bits = []\n[[chart]]\nkind = \"line\"\n[[claim]]\nsays = 5\n\
                [[table]]\nrows = \"algoritm\"\n";
    let shown = read(text).unwrap_err();
    for part in
        ["titel", "\"mtd\"", "aspiraton", "table-bits has no values", "\"line\"", "`says`", "algoritm", "\"title\""]
    {
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
    assert!(!shown.contains("has no depth"), "{shown}");
}

#[test]
fn too_many_points_are_refused_before_they_are_made() {
    let axes = "depth = \"1..=60\"\nmax-nodes = \"1..=10000\"\ntable-bits = \"4..=32\"\nguess = \"1..=10000\"\n";
    let shown = read(&format!("{SMALL}[sweep]\n{axes}")).unwrap_err();
    assert!(shown.contains("too many points"), "{shown}");
}

/// The schema is that of the types: every key of them, each with its meaning.
#[test]
fn the_schema_describes_every_key() {
    let schema = schema();
    let properties = schema["properties"].as_object().unwrap();
    for key in ["title", "question", "world", "instances", "algorithms", "sweep", "limits", "table", "chart", "claim"] {
        assert!(properties[key]["description"].is_string(), "{key}");
    }
    assert_eq!(schema["additionalProperties"], false);
}

#[test]
fn the_learned_evaluation_is_named_like_any_other() {
    let evaluations = |text: &str| {
        let spec = read(text).unwrap_or_else(|problems| panic!("{text}\n{problems}"));
        let learned = spec.variants.list.iter().filter(|it| it.params["evaluation"] == "learned");
        assert!(learned.clone().all(|it| it.params["weights"] == "shipped"));
        (spec.variants.list.len(), learned.count())
    };
    let limits = "[limits]\ndepth = 2\n";
    assert_eq!(evaluations(&format!("{SMALL}{limits}[parameters]\nevaluation = \"learned\"\n")), (2, 2));
    assert_eq!(evaluations(&format!("{SMALL}{limits}[sweep]\nevaluation = [\"classic\", \"learned\"]\n")), (4, 2));
    let own = SMALL.replace("\"mtdf\"", "{ name = \"mtdf\", evaluation = \"learned\", weights = \"shipped\" }");
    assert_eq!(evaluations(&format!("{own}{limits}")), (2, 1));
    let meeting = "title = \"t\"\nworld = \"othello\"\n[[match]]\n\
                   players = [\"alphabeta:depth=1,evaluation=learned\", \"random\"]\n";
    let spec = read(meeting).unwrap();
    assert_eq!(spec.variants.players[0].params["evaluation"], "learned");
    // No mix: it stands alone.
    let shown = read(&format!("{SMALL}{limits}[parameters]\nevaluation = \"learned,corner=5\"\n")).unwrap_err();
    assert!(shown.contains("the evaluation \"learned\" among other parts"), "{shown}");
}

/// Requests for the algorithms, axes and fields that a wrong name would have made are not reported as errors too.
#[test]
fn one_wrong_name_is_one_error() {
    let text = "title = \"t\"\nworld = \"othello\"\n\
        algorithms = [\"minimax\", { name = \"mtdf\", label = \"m\", where = { depth = 2 } }]\n\
        [parameters]\nevaluation = \"classic\"\ntable-bits = 8\n[sweep]\ndepth = \"1..=2\"\n\
        [[table]]\nrows = [\"algorithm\", \"depth\", \"evaluation\"]\nvalues = [\"nodes\", \"cutoffs\"]\n\
        [[chart]]\nkind = \"lines\"\nx = \"depth\"\ny = \"nodes\"\nseries = \"table-bits\"\nwhere = { \"evaluation.corner\" = 300 }\n\
        [[claim]]\nsays = \"s\"\nfield = \"nodes\"\nof = { algorithm = \"m\", depth = 2 }\nover = \"minimax\"\nis = \"<= 1\"\n";
    read(text).unwrap();
    for (right, wrong) in [
        ("\"classic\"", "\"clasic\""),
        ("\"mtdf\"", "\"mtd\""),
        ("\"othello\"", "\"othelo\""),
        ("\"1..=2\"", "\"2..=1\""),
        ("table-bits = 8", "table-bits = 99"),
        ("[sweep]\ndepth", "[sweep]\ndpth"),
        ("label = \"m\"", "label = \"m\", orderng = \"natural\""),
    ] {
        let wrong = text.replace(right, wrong);
        let problems = Spec::read(Source::new("x.toml", wrong.as_str())).expect_err(&wrong);
        assert_eq!(problems.len(), 1, "{problems}");
    }
    let meeting = "title = \"t\"\nworld = \"othello\"\n[[match]]\nplayers = [{ player = \"pvs:deth=2\", label = \"p\" }, \"random\"]\n\
        [[claim]]\nsays = \"s\"\nfield = \"score\"\nof = { algorithm = \"p\", opponent = \"random\" }\nis = \"> 0.5\"\n\
        [[table]]\nrows = \"algorithm\"\ncolumns = \"opponent\"\nvalues = \"score\"\n";
    let problems = Spec::read(Source::new("x.toml", meeting)).unwrap_err();
    assert_eq!(problems.len(), 1, "{problems}");
}
