//! The state of the git repository around a directory: that of the user, who may keep experiments in one.
//!
//! Not here: the commit of searchlab itself (program.rs).
//!
//! The commit is read from the files of the repository; changes since then only the program `git` can report, and where
//! there is none, that stays unknown.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};

/// The revision that was checked out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revision {
    /// The commit.
    pub commit: String,
    /// True if files under version control differ from it; `None` if there is no `git` to ask.
    pub dirty: Option<bool>,
}

impl Revision {
    /// The revision of the repository around `directory`; `None` if there is no repository, or no commit in it.
    pub(crate) fn of(directory: &Path) -> Option<Self> {
        let directory = fs::canonicalize(directory).ok()?;
        let git = directory.ancestors().map(|folder| folder.join(".git")).find(|git| git.exists())?;
        Some(Self { commit: commit(&git_directory(&git)?)?, dirty: is_dirty(&directory) })
    }
}

/// Where the repository is: in a work tree of its own, `.git` is a file that says so.
fn git_directory(git: &Path) -> Option<PathBuf> {
    if git.is_dir() {
        return Some(git.to_owned());
    }
    let text = fs::read_to_string(git).ok()?;
    Some(git.parent()?.join(text.strip_prefix("gitdir:")?.trim()))
}

/// The commit that is checked out.
fn commit(git: &Path) -> Option<String> {
    let head = fs::read_to_string(git.join("HEAD")).ok()?;
    let Some(name) = head.trim().strip_prefix("ref: ") else { return hash(&head) };
    let common =
        fs::read_to_string(git.join("commondir")).map_or_else(|_| git.to_owned(), |path| git.join(path.trim()));
    let loose = [git, &common].into_iter().find_map(|folder| fs::read_to_string(folder.join(name)).ok());
    loose.map_or_else(|| packed(&common, name), |text| hash(&text))
}

fn packed(common: &Path, name: &str) -> Option<String> {
    let text = fs::read_to_string(common.join("packed-refs")).ok()?;
    let line = text.lines().find(|line| line.split_once(' ').is_some_and(|(_, packed)| packed == name))?;
    hash(line.split(' ').next()?)
}

/// The text if it is a hash, as git writes them.
fn hash(text: &str) -> Option<String> {
    let text = text.trim();
    let is_hash = matches!(text.len(), 40 | 64) && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash.then(|| text.to_owned())
}

fn is_dirty(directory: &Path) -> Option<bool> {
    let mut command = Command::new("git");
    command.arg("-C").arg(directory).args(["status", "--porcelain", "--untracked-files=no"]);
    // No lock on the index: others may work in the repository.
    command.env("GIT_OPTIONAL_LOCKS", "0").stdin(Stdio::null()).stderr(Stdio::null());
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(!output.stdout.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HASH: &str = "0123456789abcdef0123456789abcdef01234567";

    #[test]
    fn commits_are_read_from_the_files() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        let found = |inside: &str| {
            let git = folder.path().join(inside).join(".git");
            commit(&git_directory(&git)?)
        };
        write("a/.git/HEAD", &format!("{HASH}\n"));
        write("b/.git/HEAD", "ref: refs/heads/main\n");
        write("b/.git/refs/heads/main", &format!("{HASH}\n"));
        write("c/.git/HEAD", "ref: refs/heads/x/y\n");
        write("c/.git/packed-refs", &format!("# pack-refs with: peeled\n{HASH} refs/heads/x/y\n"));
        write("d/.git", "gitdir: ../b/.git/worktrees/d\n");
        write("b/.git/worktrees/d/HEAD", "ref: refs/heads/main\n");
        write("b/.git/worktrees/d/commondir", "../..\n");
        for inside in ["a", "b", "c", "d"] {
            assert_eq!(found(inside).as_deref(), Some(HASH), "{inside}");
        }
        write("e/.git/HEAD", "ref: refs/heads/main\n");
        write("f/.git", "hello");
        write("g/.git/HEAD", "hello");
        for inside in ["e", "f", "g"] {
            assert_eq!(found(inside), None, "{inside}");
        }
        fs::create_dir_all(folder.path().join("a/reports/x")).unwrap();
        assert_eq!(Revision::of(&folder.path().join("a/reports/x")).unwrap().commit, HASH);
        assert_eq!(Revision::of(&folder.path().join("nowhere")), None);
    }
}
