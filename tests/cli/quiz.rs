//! Questions about searches.

use std::fs;

use serde_json::Value;

use crate::support::Lab;

/// The tasks of a topic with their answers.
fn tasks(lab: &Lab, words: &str) -> Vec<Value> {
    let ended = lab.run(&format!("quiz {words} --json")).expect(0);
    ended.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn answers(task: &Value) -> Vec<String> {
    let words = |field: &Value| {
        let words: Vec<&str> = field["answer"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
        if words.is_empty() { "none".to_owned() } else { words.join(", ") }
    };
    task["fields"].as_array().unwrap().iter().map(words).collect()
}

#[test]
fn right_answers_are_right_and_wrong_ones_are_explained() {
    let lab = Lab::new(&[]);
    for topic in ["order", "alphabeta", "astar", "idastar", "mtdf"] {
        let task = &tasks(&lab, &format!("{topic} --tasks 1 --seed 5"))[0];
        let count = answers(task).len();
        lab.write("right.txt", (answers(task).join("\n") + "\n").as_bytes());
        lab.write("wrong.txt", "x\n".repeat(count).as_bytes());
        lab.write("none.txt", b"");
        let words = format!("quiz {topic} --tasks 1 --seed 5");
        let ended = lab.run_with(&words, "right.txt").expect(0);
        assert!(ended.out.contains(&format!("{count} of {count} answer")), "{ended}");
        let ended = lab.run_with(&words, "wrong.txt").expect(1);
        assert!(ended.out.contains("Why:") && ended.out.contains("no: "), "{ended}");
        lab.run_with(&words, "none.txt").expect(3);
    }
}

#[test]
fn sheets_hold_ten_tasks_and_their_solutions() {
    let lab = Lab::new(&[]);
    lab.run("quiz alphabeta --sheet sheet.html --size small").expect(0);
    let page = fs::read_to_string(lab.at("sheet.html")).unwrap();
    assert_eq!(page.matches("<article").count(), 10);
    assert_eq!(page.matches("<h3>Task ").count(), 10);
    lab.run("quiz alphabeta --sheet sheet.pdf").expect(2).says(&["FILE.html"]);
    lab.run("quiz chess").expect(2);
}
