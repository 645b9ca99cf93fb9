//! What several targets check.

use searchlab::diagnostic::Diagnostics;

/// A message must be drawn without a panic, whatever the input holds, and must not carry control characters of the
/// input to the terminal.
#[allow(dead_code, reason = "not every target refuses with diagnostics")]
pub fn show(problems: &Diagnostics) {
    assert!(!problems.is_empty());
    let plain = problems.render(false);
    assert!(plain.starts_with("error: "), "{plain}");
    let stray = plain.chars().find(|&character| character.is_control() && character != '\n');
    assert!(stray.is_none(), "{stray:?} in {plain:?}");
    let longest = plain.lines().map(|line| line.chars().count()).max();
    assert!(longest.is_some_and(|longest| longest <= 1000), "a line is too long for any terminal:\n{plain}");
    assert!(plain.lines().count() <= 50 * Diagnostics::KEPT, "no terminal has so many lines:\n{plain}");
    // Colours cost more than all the rest, so only where they matter most.
    if let Some(first) = problems.iter().next() {
        first.render(true);
    }
}
