//! Job files for clusters.

use crate::support::{Ended, Lab};

const EXPERIMENT: &str = "\
title = \"Half a dozen\"
world = \"maze\"
algorithms = [\"astar\", \"bfs\"]

[[instances]]
generate = { kind = \"rooms\", size = \"30x30\", seeds = \"1..=3\" }
";

const ENGINES: [&str; 4] = ["slurm", "hyperqueue", "parallel", "snakemake"];

#[test]
fn job_files_are_whole() {
    let lab = Lab::new(&[("it's $HOME.toml", EXPERIMENT)]);
    for engine in ENGINES {
        let words = ["plan", "it's $HOME.toml", "--for", engine, "--shards", "6", "--hours", "7", "--jobs", "2"];
        let job = lab.with(&words).expect(0).out;
        let is_left = |word: &&str| word.len() > 2 && word.starts_with('@') && word.ends_with('@');
        assert_eq!(job.split_whitespace().find(is_left), None, "{engine}");
        assert!(job.starts_with('#') && job.contains("Half a dozen: 6 trials in 6 tasks"), "{job}");
        assert!(job.contains('7') && job.contains("status"), "{job}");
        if engine != "snakemake" {
            lab.write("job.sh", job.as_bytes());
            lab.shell("bash -n job.sh").status().map(|status| assert!(status.success(), "{job}")).unwrap();
            let said = "set --; eval \"$(grep ^experiment= job.sh)\"; test \"$experiment\" = \"it's \\$HOME.toml\"";
            assert!(lab.shell(said).status().unwrap().success(), "{job}");
        }
    }
    lab.run("plan quickstart --for slurm --shards 251").expect(2).says(&["--shards 251", "at most 250"]);
    lab.run("plan quickstart --for slrm --shards 2").expect(2).says(&["slrm", "'slurm'"]);
    lab.run("plan quickstart --for slurm --shards 0").expect(2).says(&["0"]);
}

/// A stand-in for `parallel` that runs one shard after the other: what the job file gives equals one run.
#[test]
fn a_job_file_gives_what_one_run_gives() {
    const PARALLEL: &str = "\
#!/bin/bash
while [[ $1 != bash ]]; do shift; done
while read -r line; do [[ $line == \"${LOST-}\" ]] || \"${@//\\{\\}/$line}\"; done
";
    let lab = Lab::new(&[("e.toml", EXPERIMENT), ("bin/parallel", PARALLEL)]);
    lab.run("run e.toml --out single --quiet").expect(0);
    let digest = |folder: &str| std::fs::read_to_string(lab.at(folder).join("digest.txt")).unwrap();
    for (out, sample) in [("plain", ""), ("packed", "--sample")] {
        let job = lab.run(&format!("plan e.toml --for parallel --shards 4 --out {out} {sample}")).expect(0).out;
        lab.write("job.sh", job.as_bytes());
        let run = |before: &str| {
            lab.shell(&format!("chmod +x bin/parallel; PATH=$PWD/bin:$PATH {before} bash job.sh")).output().unwrap()
        };
        let lost = run("LOST=1");
        assert_eq!(lost.status.code(), Some(3), "{lost:?}");
        let whole = run("");
        assert_eq!(whole.status.code(), Some(0), "{whole:?}");
        assert_eq!(digest(out), digest("single"));
    }
}

/// Every shard is in one task.
#[test]
fn a_sample_packs_shards_into_tasks() {
    let lab = Lab::new(&[]);
    let job = lab.run("plan quickstart --for slurm --shards 5 --sample").expect(0).out;
    let list = job.split("<< 'END'\n").nth(1).and_then(|rest| rest.split("END").next()).expect("a list");
    assert_eq!(list.lines().count(), 5, "{list}");
    let mut shards: Vec<u32> =
        list.split([',', '\n']).filter(|word| !word.is_empty()).map(|word| word.parse().expect("a number")).collect();
    shards.sort_unstable();
    assert_eq!(shards, (0..40).collect::<Vec<_>>());
    assert!(job.contains("\nshards=40\n") && job.contains("\ntasks=5\n"), "{job}");
}

#[test]
fn status_names_the_shards_that_are_missing() {
    let lab = Lab::new(&[("e.toml", EXPERIMENT)]);
    lab.run("run e.toml --shard 1/4 --out out --quiet").expect(0);
    let status = lab.run("status out").expect(3);
    let prints = |ended: &Ended, words: &str| assert!(ended.out.contains(words), "{words:?}: {ended}");
    prints(&status, "4 shards: 1 not begun, 3 done");
    prints(&status, "\ngo on with: searchlab resume out --shard 3/4\n");
    assert!(!status.out.contains("resume out --shard 1/4"), "{status}");
    let manifest = lab.at("out/manifest.1-of-4.json");
    let text = std::fs::read_to_string(&manifest).unwrap();
    let mut json: serde_json::Value = serde_json::from_str(&text).unwrap();
    json["end"] = serde_json::Value::Null;
    // Whoever comes by notes its end: `status`, or another run.
    for words in ["status out", "run e.toml --shard 1/4 --out out --quiet"] {
        std::fs::write(&manifest, json.to_string()).unwrap();
        let ended = lab.run(words);
        assert!(!ended.out.contains("cut off"), "{ended}");
        assert!(std::fs::read_to_string(&manifest).unwrap().contains("\"end\": \"20"), "{ended}");
    }
    lab.write("out.jobs/3.txt", b"killed by the weather\n\n");
    std::fs::write(lab.at("out/manifest.3-of-4.json"), json.to_string()).unwrap();
    let status = lab.run("status out --watch").expect(3);
    prints(&status, "cut off: killed by the weather");
    let json = lab.run("status out --format json").expect(3).out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["shards"][3]["state"], "cut-off");
}

/// The folder of the records may be reached by a link: the way to the experiment begins where it really lies.
#[cfg(unix)]
#[test]
fn the_experiment_is_found_from_behind_a_link() {
    let lab = Lab::new(&[("e.toml", EXPERIMENT), ("real/deep/note.txt", "")]);
    std::os::unix::fs::symlink(lab.at("real/deep"), lab.at("link")).unwrap();
    for (out, shard) in [("link/whole", ""), ("link/part", "--shard 0,1/2")] {
        lab.run(&format!("run e.toml --out {out} {shard} --quiet")).expect(0);
        let manifest = std::fs::read_dir(lab.at(out)).unwrap().map(|entry| entry.unwrap().path());
        let manifest =
            manifest.filter(|path| path.extension().is_some_and(|it| it == "json")).min().expect("a manifest");
        let manifest: serde_json::Value = serde_json::from_slice(&std::fs::read(manifest).unwrap()).unwrap();
        assert_eq!(manifest["experiment"], "../../../e.toml", "{out}");
    }
}
