//! The page of an experiment: well-formed, safe, repeatable, small, and usable in a real browser.

mod browser;
mod chromium;
mod laboratory;
mod quiz;
mod replay;
mod sample;
mod structure;
