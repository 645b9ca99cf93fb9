//! `tree search`: the walk as it is printed, and trees in experiments.

use crate::support::Lab;

const AIMA: &str = "(3 12 8) (2 4 6) (14 5 2) # value 3\n";

const WALK: &str = "\
node    turn  alpha   beta    value
root    max      -∞     +∞      = 3
  a     min      -∞     +∞      = 3
    aa  leaf     -∞     +∞        3
    ab  leaf     -∞      3       12
    ac  leaf     -∞      3        8
  b     min       3     +∞      ≤ 2  cut by ba, 2 left out
    ba  leaf      3     +∞        2
  c     min       3     +∞      ≤ 2  cut by cc, the last
    ca  leaf      3     +∞       14
    cb  leaf      3     14        5
    cc  leaf      3      5        2

value 3, best play aa
";

const PASSES: &str = "
pass 1, guess 5: is the value at most 4, or at least 5?
root    max       4      5      ≤ 3
";

#[test]
fn the_walk_reads_as_in_class() {
    let lab = Lab::new(&[("aima.txt", AIMA)]);
    let ended = lab.run("tree search aima.txt").expect(0);
    assert!(ended.out.contains(WALK), "{ended}");
    let counts = lab.run("tree search aima.txt --walk never --algorithm minimax,alphabeta").expect(0);
    assert!(counts.out.starts_with("algorithm") && !counts.out.contains("turn"), "{counts}");
    let ended = lab.run("tree search aima.txt --algorithm mtdf --guess 5").expect(0);
    assert!(ended.out.contains(PASSES) && ended.out.contains("\npass 2, guess 3: "), "{ended}");
    assert!(ended.out.lines().all(|line| line.chars().count() <= 80), "{ended}");
    // A limit leaves the walk open.
    let ended = lab.run("tree search aima.txt --max-nodes 4").expect(3);
    assert!(ended.out.contains("stopped"), "{ended}");
    let ended = lab.run("tree search aima.txt --depth 1").expect(0);
    assert!(ended.out.contains("end of the depth"), "{ended}");
    let record = lab.run("tree search aima.txt --format json").expect(0).record();
    assert_eq!((record.world.as_str(), record.counters.evaluated), ("tree", 7));
    let min = lab.run("tree search aima.txt --to-move min").expect(0);
    assert!(min.out.contains("value 6, best play bc") && min.err.contains("sign turned"), "{min}");
}

#[test]
fn long_walks_are_cut_short() {
    let rows = "(1 2 3 4 5 6 7 8 9 10) ".repeat(40);
    let lab = Lab::new(&[("wide.txt", rows.as_str())]);
    let ended = lab.run("tree search wide.txt --algorithm minimax").expect(0);
    assert!(ended.out.contains("lines more; all of them with --walk always"), "{ended}");
    let ended = lab.run("tree search wide.txt --algorithm minimax --walk always").expect(0);
    assert!(!ended.out.contains("lines more") && ended.out.lines().count() > 440, "{ended}");
}

/// JSON and CSV have the walk where it is asked for: the lines of the text, in fields.
#[test]
fn walks_are_data_too() {
    let lab = Lab::new(&[("aima.txt", AIMA)]);
    let ended = lab.run("tree search aima.txt --format csv --walk always").expect(0);
    let rows: Vec<&str> = ended.out.lines().collect();
    assert_eq!(rows[0], "algorithm,depth,begins,node,turn,alpha,beta,value,bound,end,cut_by,left_out");
    assert_eq!(rows.len(), 12, "{ended}");
    assert_eq!(rows[3], "alphabeta,3,,aa,leaf,,,3,exact,leaf,,");
    assert_eq!(rows[6], "alphabeta,3,,b,min,3,,2,upper,cut,ba,2");
    let ended =
        lab.run("tree search aima.txt --format json --walk always --algorithm alphabeta,mtdf --guess 5").expect(0);
    let lines: Vec<serde_json::Value> = ended.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        (lines.len(), &lines[0]["value"], &lines[0]["walk"][0]["bound"]),
        (2, &serde_json::Value::Null, &"exact".into())
    );
    let passes = lines[1]["walk"].as_array().unwrap().iter().filter(|step| step["begins"] == "pass").count();
    assert_eq!(passes as u64, lines[1]["counters"]["passes"].as_u64().unwrap(), "{ended}");
    // The walk is left out unless it is asked for, and the record reads as one either way.
    assert!(!lab.run("tree search aima.txt --format json").expect(0).out.contains("walk"));
}

#[test]
fn experiments_search_trees() {
    let experiment = r#"
title = "Trees"
world = "tree"
algorithms = ["minimax", "alphabeta", "mtdf"]
[[instances]]
files = "aima.txt"
[[instances]]
positions = ["(1 (2 3)) (4 5)", "(7 8)"]
[[claim]]
says = "MTD(f) finds the value of minimax"
field = "value"
of = "mtdf"
over = "minimax"
statistic = "equal"
is = "== 1"
"#;
    let lab = Lab::new(&[("aima.txt", AIMA), ("x.toml", experiment)]);
    lab.run("run x.toml --out one --require-claims --quiet").expect(0);
    let none = Lab::new(&[("x.toml", "title = \"Trees\"\nworld = \"tree\"\nalgorithms = [\"minimax\"]\n")]);
    none.run("run x.toml --out one").expect(2).says(&["no instances for the world tree", "x.toml:2:"]);
}
