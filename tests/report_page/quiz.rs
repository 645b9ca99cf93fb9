//! The page of a quiz in a real browser: marks, the solution, small screens, print.

use searchlab::quiz::{Size, Task, Topic, task};
use searchlab::report::quiz::page;

use crate::browser::{SCREENS, axe, browser, check_by_axe};
use crate::chromium::Chromium;

fn tasks() -> Vec<Task> {
    Topic::ALL.iter().map(|&(topic, ..)| task(topic, 2, Size::Medium)).collect()
}

/// Fills in an answer for each blank of a task, and asks for the marks.
fn answer(browser: &mut Chromium, place: usize, answers: &[String]) {
    let answers = serde_json::to_string(answers).unwrap();
    browser.eval(&format!(
        "(() => {{ const form = document.querySelectorAll('article form')[{place}]; const answers = {answers}; \
         form.querySelectorAll('input').forEach((input, at) => {{ input.value = answers[at]; }}); form.requestSubmit(); }})()"
    ));
}

fn score(browser: &mut Chromium) -> String {
    browser.eval("document.querySelector('.score').textContent").as_str().unwrap().to_owned()
}

/// The page marks as the program does.
#[test]
fn answers_are_marked() {
    let Some(mut browser) = browser("answers_are_marked") else { return };
    let tasks = tasks();
    browser.open("quiz.html", &page("A quiz", &tasks));
    for (place, task) in tasks.iter().enumerate() {
        let mut answers: Vec<String> =
            task.fields.iter().map(|field| field.answer_in_words().replace(' ', ", ")).collect();
        answer(&mut browser, place, &answers);
        assert_eq!(score(&mut browser), format!("{} of {} tasks right", place + 1, tasks.len()));
        "zzz".clone_into(&mut answers[0]);
        assert!(!task.fields[0].is_right("zzz"));
        answer(&mut browser, place, &answers);
        assert_eq!(score(&mut browser), format!("{place} of {} tasks right", tasks.len()));
        answers[0] = task.fields[0].answer_in_words();
        answer(&mut browser, place, &answers);
    }
    assert_eq!(browser.eval("document.querySelectorAll('.why:not([hidden])').length"), 0);
    browser.click("document.querySelector('article button[type=button]')");
    assert_eq!(browser.eval("document.querySelectorAll('.why:not([hidden])').length"), 1);
    assert_eq!(browser.complaints(), Vec::<String>::new());
    browser.look(390, 844, false);
    let overflow = browser.eval("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    assert_eq!(overflow, 0);
}

/// A sheet, and the solutions on pages of their own.
#[test]
fn solutions_are_printed_behind_the_sheet() {
    let Some(mut browser) = browser("solutions_are_printed_behind_the_sheet") else { return };
    browser.open("quiz.html", &page("A quiz", &tasks()));
    assert_eq!(browser.eval("getComputedStyle(document.querySelector('.solutions')).display"), "none");
    let printed = browser.print();
    let pages = printed.windows(11).filter(|part| part == b"/Type /Page").count();
    assert!(pages >= 2, "{pages} pages");
}

#[test]
fn axe_finds_no_violation_in_quizzes() {
    let Some(axe) = axe("axe_finds_no_violation_in_quizzes") else { return };
    let Some(mut browser) = browser("axe_finds_no_violation_in_quizzes") else { return };
    for ((width, height), is_dark) in SCREENS {
        browser.look(width, height, is_dark);
        browser.open("quiz.html", &page("A quiz", &tasks()));
        let colours = if is_dark { "dark" } else { "light" };
        check_by_axe(&mut browser, &axe, &format!("quiz at {width}, {colours}"));
    }
}
