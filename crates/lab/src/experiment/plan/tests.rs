//! The trials of small experiments: conditions on instances, labels, instances of equal content.

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

/// A random game may be over before the position that is asked for: the others are searched all the same.
#[test]
fn games_that_end_early_are_left_out_and_told() {
    let read = |games: &str| {
        let text = format!(
            "title = \"t\"\nworld = \"othello\"\nalgorithms = [\"minimax\"]\n[limits]\ndepth = 1\n\
             [[instances]]\ngames = {{ {games} }}\n"
        );
        Plan::read(Source::new("x.toml", text), Path::new("."), 1000).map(|(_, plan)| plan)
    };
    let ends_early = |seed: &u64| searchlab_worlds::othello::playout::game(*seed).moves().len() <= 59;
    let early: Vec<u64> = (1..=40).filter(ends_early).collect();
    assert!((1..40).contains(&early.len()), "{early:?}");
    let plan = read("seeds = \"1..=40\", plies = 59").unwrap();
    assert_eq!(plan.instances.len() + early.len(), 40);
    let [remark] = &plan.remarks[..] else { panic!("{:?}", plan.remarks) };
    assert!(remark.contains(&format!("seed={},ply=59", early[0])) && remark.contains("left out"), "{remark}");
    assert!(read("seeds = \"1..=40\", plies = 20").unwrap().remarks.is_empty());
    // Where nothing is left, that is a mistake.
    let told = read(&format!("seeds = {}, plies = 59", early[0])).expect_err("no position").to_string();
    assert!(told.contains("has no position to search after 59 plies"), "{told}");
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
fn instances_of_equal_content_are_one_and_told() {
    let told = |seeds: &str, plies: &str| {
        let text = format!(
            "title = \"t\"\nworld = \"othello\"\nalgorithms = [\"mtdf\"]\n[[instances]]\n\
             games = {{ seeds = {seeds}, plies = {plies} }}\n[limits]\ndepth = 1\n"
        );
        let (_, plan) = Plan::read(Source::new("x.toml", text), Path::new("."), 1000).unwrap();
        assert_eq!(plan.trials.len(), plan.different_instances());
        plan.equals_in_words()
    };
    assert_eq!(told("[1, 2]", "[3, 9]"), None);
    // Four first moves are all that there are; without any move there is one position.
    let words = told("\"1..=40\"", "1").unwrap();
    assert!(words.starts_with("40 instances are 4 different ones, each of which is run once: game:seed="), "{words}");
    assert!(words.contains(" more") && words.contains("; and so on for 1 more"), "{words}");
    let words = told("[1, 2]", "0").unwrap();
    assert_eq!(words, "2 instances are one, which is run once: game:seed=1,ply=0 = game:seed=2,ply=0");
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
