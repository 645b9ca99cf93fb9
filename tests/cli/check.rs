//! Assignments: points for programs, right and wrong, and what students and teachers are told.

use std::fs;
use std::process::Command;

use crate::fake_engine::fake;
use crate::support::Lab;

const ASSIGNMENT: &str = r#"
title = "Small mazes"
world = "maze"

[[test]]
says = "finds a way"
points = 3
instances = [{ files = "one.txt" }]

[[test]]
says = "finds the shortest"
points = 5
hidden = true
equals = "astar"
max-time = "2s"
instances = [{ files = "one.txt" }]

[[test]]
says = "expands little"
points = 2
at-most = { counter = "expanded", of = "astar", times = 2 }
instances = [{ files = "one.txt" }]
"#;

fn lab() -> Lab {
    Lab::new(&[("one.txt", "S.\n.G\n"), ("tests.toml", ASSIGNMENT)])
}

/// A program of this behaviour as a script.
fn submission(lab: &Lab, name: &str, behaviour: &str) {
    let script = format!(
        "#!/bin/sh\nexec '{}' always-{behaviour} '{}'\n",
        fake("fake_solver").display(),
        lab.at("numbers").display()
    );
    lab.write(name, script.as_bytes());
    let made = Command::new("chmod").arg("+x").arg(lab.at(name)).status().expect("chmod");
    assert!(made.success());
}

#[test]
fn points_are_given_for_what_is_right() {
    let lab = lab();
    for (behaviour, code, parts) in [
        ("good", 0, &["3 of 3", "5 of 5", "2 of 2", "10 of 10 points"][..]),
        ("detour", 1, &["0 of 3", "one.txt: wrong: it calls its path of cost 4", "0 of 10 points"]),
        ("crashes", 1, &["one.txt: crashed: exit status: 3; it said last \"out of ideas\"", "0 of 10 points"]),
        ("hangs", 1, &["late: no answer within 2s"]),
    ] {
        submission(&lab, behaviour, behaviour);
        if behaviour == "hangs" {
            lab.write(
                "tests.toml",
                ASSIGNMENT
                    .replace("hidden = true", "")
                    .replace(
                        "[[test]]\nsays = \"finds a way\"\npoints = 3\ninstances = [{ files = \"one.txt\" }]\n",
                        "",
                    )
                    .as_bytes(),
            );
            let text = fs::read_to_string(lab.at("tests.toml")).unwrap();
            let short = text.split("[[test]]\nsays = \"expands").next().unwrap().to_owned();
            lab.write("tests.toml", short.as_bytes());
        }
        let ran = lab.run(&format!("check {behaviour} --assignment tests.toml --quiet")).expect(code);
        for part in parts {
            assert!(ran.out.contains(part), "{part:?}: {ran}");
        }
        let told = ran.out.lines().skip_while(|line| !line.contains("finds the shortest")).nth(1).unwrap_or_default();
        assert!(behaviour == "hangs" || !told.contains("one.txt"), "hidden instances are not told: {ran}");
    }
}

#[test]
fn a_teacher_gets_a_table_a_page_and_xml() {
    let lab = lab();
    for name in ["ann", "bob"] {
        fs::create_dir(lab.at(name)).unwrap();
        submission(&lab, &format!("{name}/run"), if name == "ann" { "good" } else { "detour" });
    }
    fs::create_dir(lab.at("cy")).unwrap();
    let ran =
        lab.run("check ann bob cy --assignment tests.toml --out grades --junit grades.xml --format csv").expect(1);
    let table =
        "submission,points,finds a way,finds the shortest,expands little\nann,10,3,5,2\nbob,0,0,0,0\ncy,0,0,0,0\n";
    assert_eq!(ran.out, table);
    assert!(ran.err.contains("\"cy\"") && ran.err.contains("holds 0 programs"), "{ran}");
    assert_eq!(fs::read_to_string(lab.at("grades/points.csv")).unwrap(), table);
    let xml = fs::read_to_string(lab.at("grades.xml")).unwrap();
    let document = roxmltree::Document::parse(&xml).expect("XML");
    assert_eq!(document.root_element().attribute("failures"), Some("3"));
    let cases: Vec<_> = document.descendants().filter(|node| node.has_tag_name("testcase")).collect();
    assert_eq!(cases.len(), 6);
    assert_eq!(cases[1].attribute("name"), Some("hidden 1"));
    let page = fs::read_to_string(lab.at("grades/report.html")).unwrap();
    assert!(page.contains("10 of 10") && page.contains("hidden instances"), "{page}");
}

#[test]
fn what_is_wrong_is_told_before_all_work() {
    let lab = lab();
    submission(&lab, "good", "good");
    for (from, to, part) in [
        ("points = 3", "point = 3", "unknown field `point`"),
        ("equals = \"astar\"", "equals = \"astr\"", "did you mean \"astar\"?"),
        ("counter = \"expanded\"", "counter = \"expnded\"", "did you mean \"expanded\"?"),
        ("times = 2", "times = -2.0", "a number above 0"),
        ("\"2s\"", "\"2\"", "500ms, 10s or 2min"),
        ("world = \"maze\"", "world = \"mazes\"", "maze"),
        (
            "instances = [{ files = \"one.txt\" }]\n\n[[test]]\nsays = \"finds the",
            "\n[[test]]\nsays = \"finds the",
            "needs `instances` or `match`",
        ),
        ("one.txt", "none.txt", "none.txt"),
    ] {
        assert!(ASSIGNMENT.contains(from), "{from}");
        lab.write("wrong.toml", ASSIGNMENT.replacen(from, to, 1).as_bytes());
        let ran = lab.run("check good --assignment wrong.toml").expect(2);
        assert!(ran.err.contains(part) && ran.out.is_empty(), "{part:?}: {ran}");
    }
    for (words, part) in [
        ("check nobody --assignment tests.toml", "cannot be read"),
        ("check one.txt --assignment tests.toml", "is no program that can be started"),
        ("check good --assignment tsts.toml", "tsts.toml"),
    ] {
        let ran = lab.run(words).expect(2);
        assert!(ran.err.contains(part), "{part:?}: {ran}");
    }
    assert!(!lab.at("numbers").exists());
}

/// The page of a wrong answer: its own way beside the search that is right.
#[test]
fn a_student_sees_the_wrong_answer_beside_the_right_search() {
    let lab = lab();
    submission(&lab, "detour", "detour");
    lab.run("check detour --assignment tests.toml --out grades --quiet").expect(1);
    let page = fs::read_to_string(lab.at("grades/replay-1.html")).unwrap();
    // The detour, and A* of the first test that has one.
    assert_eq!(page.matches("<script type=\"application/gzip\" data-trace>").count(), 2);
}

/// A teacher keeps the hidden tests in a file of their own.
#[test]
fn hidden_tests_may_be_in_a_file_of_their_own() {
    let lab = lab();
    submission(&lab, "good", "good");
    let (shown, hidden) = ASSIGNMENT.split_at(ASSIGNMENT.find("[[test]]\nsays = \"finds the").unwrap());
    lab.write("open.toml", shown.replace("world =", "hidden = \"secret.toml\"\nworld =").as_bytes());
    let student = lab.run("check good --assignment open.toml").expect(0);
    assert!(student.err.contains("without the hidden tests: there is no file \"secret.toml\" here"), "{student}");
    assert!(student.out.contains("3 of 3 points"), "{student}");
    lab.write("secret.toml", hidden.as_bytes());
    let teacher = lab.run("check good --assignment open.toml --format csv").expect(0);
    assert!(teacher.out.contains("good,10,3,5,2") && teacher.err.is_empty(), "{teacher}");
    lab.write("secret.toml", b"[[test]]\nsays = \"x\"\npoints = 1\n");
    let wrong = lab.run("check good --assignment open.toml").expect(2);
    assert!(wrong.err.contains("needs `instances` or `match`"), "{wrong}");
    lab.write("only.toml", b"title = \"x\"\nworld = \"maze\"\nhidden = \"none.toml\"\n");
    let nothing = lab.run("check good --assignment only.toml").expect(2);
    assert!(nothing.err.contains("all tests of this assignment are hidden"), "{nothing}");
}

/// A confined program has no network, where the system can take it away.
#[test]
#[cfg(target_os = "linux")]
fn programs_under_test_have_no_network() {
    let lab = lab();
    let script = "#!/bin/sh\ncat /proc/self/net/dev | tail -n +3 | cut -d: -f1 | tr -d ' \\n' >&2\nexit 3\n";
    lab.write("look", script.as_bytes());
    assert!(Command::new("chmod").arg("+x").arg(lab.at("look")).status().expect("chmod").success());
    let ran = lab.run("check look --assignment tests.toml").expect(1);
    if ran.err.contains("does not let the network be taken") {
        println!("skipped: no namespaces here");
        return;
    }
    assert!(ran.out.contains("it said last \"lo\""), "{ran}");
}

#[test]
fn the_ready_assignments_are_passed_by_their_templates() {
    let has_python = Command::new("python3").arg("--version").output().is_ok_and(|out| out.status.success());
    if !has_python {
        println!("skipped: no python3");
        return;
    }
    let lab = Lab::new(&[]);
    for (kind, assignment) in [("astar", "path-search"), ("alphabeta", "alpha-beta")] {
        lab.run(&format!("new solver --language python --kind {kind}")).expect(0);
        let ran = lab.run(&format!("check {kind}.py --assignment {assignment}")).expect(0);
        assert!(ran.out.contains("20 of 20 points"), "{ran}");
    }
}
