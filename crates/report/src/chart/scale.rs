//! Axes: from values to shares of a length, and the ticks along it.
//!
//! Values of zero have no place on a logarithmic axis. If there are any, its first part is set apart for them, with a
//! tick of its own.

use searchlab_statistics::deterministic_math::ln;
use searchlab_trial::text::{grouped, printable};

/// How values are spread along an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Equal differences, equal lengths.
    Linear,
    /// Equal ratios, equal lengths.
    Log,
    /// Names side by side: the value is the place of the name, from 0.
    Categories,
}

/// The unit of the numbers of an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Things: 1, 10, 1 k, 1 M. A linear axis has ticks at whole numbers only.
    Count,
    /// Seconds, written in the unit that suits them: 1 µs, 1 ms, 1 s.
    Seconds,
    /// Bytes, with the prefixes of powers of 1024: 1 KiB, 1 MiB.
    Bytes,
    /// Plain numbers.
    Number,
}

/// An axis of a chart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axis {
    /// The title.
    pub title: String,
    /// How values are spread.
    pub scale: Scale,
    /// The unit of the numbers.
    pub unit: Unit,
    /// True for a linear axis that reaches zero, wherever the values are. A logarithmic one begins below the least
    /// value then, so that a bar of it can be seen.
    pub has_zero: bool,
    /// The names along an axis of categories.
    pub categories: Vec<String>,
}

impl Axis {
    /// An axis with equal steps.
    pub fn linear(title: &str, unit: Unit) -> Self {
        Self { title: title.to_owned(), scale: Scale::Linear, unit, has_zero: false, categories: Vec::new() }
    }

    /// An axis of names. The value of each is its place.
    pub fn of_categories(title: &str, categories: &[String]) -> Self {
        let categories = categories.iter().map(|name| printable(name)).collect();
        Self { scale: Scale::Categories, categories, ..Self::linear(title, Unit::Count) }
    }

    /// The words for a value: its number, or its name.
    pub(crate) fn told(&self, value: f64) -> String {
        let category = || self.categories.get(value.max(0.0).round() as usize).cloned();
        if self.scale == Scale::Categories { category().unwrap_or_default() } else { self.unit.exact(value) }
    }

    /// An axis with equal ratios.
    pub fn log(title: &str, unit: Unit) -> Self {
        Self { scale: Scale::Log, ..Self::linear(title, unit) }
    }

    /// The same axis, which reaches zero.
    pub(crate) fn with_zero(self) -> Self {
        Self { has_zero: true, ..self }
    }
}

/// The share of a logarithmic axis that is left to zero.
const ZERO_SHARE: f64 = 0.09;

/// Values beyond this are drawn at it; powers of ten stay numbers.
const HIGHEST: f64 = 1e300;
const LOWEST: f64 = 1e-300;

/// Two means of the same numbers, added in another order, differ by less than this share of them.
const ROUNDING: f64 = 1e-12;

/// A mark along an axis.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Tick {
    /// Where, from 0 to 1.
    pub(super) share: f64,
    /// The text at the tick.
    pub(super) label: String,
}

/// An axis with its range and its ticks.
#[derive(Debug, Clone)]
pub(super) struct Ruler {
    scale: Scale,
    /// The range; on a logarithmic axis that of the exponents.
    low: f64,
    high: f64,
    /// The share that is left to zero.
    zero: f64,
    /// The labelled marks, in order.
    pub(super) ticks: Vec<Tick>,
    /// Shares of the marks without label.
    pub(super) minor: Vec<f64>,
}

impl Ruler {
    /// The axis for these values, with as many ticks as `fits` says there is room for.
    pub(super) fn new(axis: &Axis, values: &[f64], fits: impl Fn(&[Tick]) -> bool) -> Self {
        let finite = values.iter().copied().filter(|value| value.is_finite());
        match axis.scale {
            Scale::Linear => {
                let finite = finite.map(|value| value.clamp(-HIGHEST, HIGHEST)).chain(axis.has_zero.then_some(0.0));
                Self::linear(axis.unit, finite, fits)
            }
            Scale::Log => Self::log(axis, finite, fits),
            Scale::Categories => Self::categories(&axis.categories),
        }
    }

    fn categories(names: &[String]) -> Self {
        let count = names.len().max(1) as f64;
        let tick = |(index, name): (usize, &String)| Tick { share: (index as f64 + 0.5) / count, label: name.clone() };
        let ticks = names.iter().enumerate().map(tick).collect();
        Self { scale: Scale::Categories, low: -0.5, high: count - 0.5, zero: 0.0, ticks, minor: Vec::new() }
    }

    fn linear(unit: Unit, values: impl Iterator<Item = f64>, fits: impl Fn(&[Tick]) -> bool) -> Self {
        let (low, high) = range(values).unwrap_or((0.0, 1.0));
        let least_step = if unit == Unit::Count { 1.0 } else { 0.0 };
        // A single value stands at the end of its axis, beside its name; so do means that differ by rounding only.
        let is_single = high - low <= ROUNDING * high.abs();
        let low = if is_single { low - (low.abs() * 0.1).max(1.0) } else { low };
        // Between two neighbouring whole numbers there is no place for a tick.
        let low = if unit == Unit::Count && low.ceil() > high { low.floor() } else { low };
        let mut ruler = Self { scale: Scale::Linear, low, high, zero: 0.0, ticks: Vec::new(), minor: Vec::new() };
        for most in (1..=12).rev() {
            let step = step_for((high - low) / f64::from(most)).max(least_step);
            let (first, last) = ((low / step).ceil(), (high / step).floor());
            let tick = |index: f64| Tick { share: ruler.share(index * step), label: unit.label(index * step) };
            let count = (last - first).clamp(0.0, 20.0) as u32;
            ruler.ticks = (0..=count).map(|index| tick(first + f64::from(index))).collect();
            if fits(&ruler.ticks) {
                break;
            }
        }
        ruler
    }

    fn log(axis: &Axis, values: impl Iterator<Item = f64>, fits: impl Fn(&[Tick]) -> bool) -> Self {
        let unit = axis.unit;
        let (mut zeros, mut is_below) = (false, false);
        let positive = values.filter(|&value| {
            zeros |= value <= 0.0;
            is_below |= value < 0.0;
            value > 0.0
        });
        let (low, high) = range(positive).unwrap_or((1.0, 10.0));
        let (low, high) = (low.clamp(LOWEST, HIGHEST), high.clamp(LOWEST, HIGHEST));
        let (mut from, mut to) = (Mark::below(low), Mark::above(high));
        if from == to {
            (from, to) = (from.step(-1), to.step(1));
        } else if axis.has_zero && from.value() >= low {
            from = from.step(-1);
        }
        let zero = if zeros { ZERO_SHARE } else { 0.0 };
        let (low, high) = (from.exponent(), to.exponent());
        let mut ruler = Self { scale: Scale::Log, low, high, zero, ticks: Vec::new(), minor: Vec::new() };
        let marks = || std::iter::successors(Some(from), |mark| Some(mark.step(1)).filter(|mark| *mark <= to));
        let decades = marks().filter(|mark| mark.0 % 3 == 0).count();
        let zero_tick = || zeros.then(|| Tick { share: 0.0, label: if is_below { "≤ 0" } else { "0" }.to_owned() });
        let tick = |mark: Mark| Tick { share: ruler.share(mark.value()), label: unit.label(mark.value()) };
        // All of 1, 2 and 5 where there are few powers of ten; then every power, every second, every third, …
        let ticks_at = |every: i32| -> Vec<Tick> {
            let chosen = marks().filter(|mark| every == 0 || mark.0.rem_euclid(3 * every) == 0);
            zero_tick().into_iter().chain(chosen.map(tick)).collect()
        };
        let fits = |ticks: &[Tick]| fits(ticks) || ticks.len() <= 2;
        let choices = (i32::from(decades >= 3)..620).map(|every| (every, ticks_at(every)));
        let (every, ticks) = choices.into_iter().find(|(_, ticks)| fits(ticks)).unwrap_or_default();
        if every <= 1 && decades <= 8 {
            ruler.minor = minor_shares(&ruler);
        }
        ruler.ticks = ticks;
        ruler
    }

    /// Where a value stands, from 0 to 1 if it is in the range.
    pub(super) fn share(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear | Scale::Categories => (value - self.low) / (self.high - self.low),
            Scale::Log if value <= 0.0 => 0.0,
            Scale::Log => {
                let part = (log10(value.clamp(LOWEST, HIGHEST)) - self.low) / (self.high - self.low);
                self.zero + (1.0 - self.zero) * part
            }
        }
    }

    /// The share that is set apart for zero; none if there is no zero on a logarithmic axis.
    pub(super) fn zero_share(&self) -> Option<f64> {
        Some(self.zero).filter(|&share| share > 0.0)
    }

    /// True for a value without a place on the axis.
    pub(super) fn is_beyond(&self, value: f64) -> bool {
        let share = self.share(value);
        !(-1e-9..=1.0 + 1e-9).contains(&share) || (self.zero <= 0.0 && self.is_set_apart(value))
    }

    /// True for a value that is drawn as a zero outside of the scale.
    pub(super) fn is_set_apart(&self, value: f64) -> bool {
        self.scale == Scale::Log && value <= 0.0
    }
}

/// The marks at 2, 3, … 9 times a power of ten.
fn minor_shares(ruler: &Ruler) -> Vec<f64> {
    let exponents = ruler.low.floor() as i32..=ruler.high.ceil() as i32;
    let values = exponents.flat_map(|exponent| (2..=9).map(move |digit| f64::from(digit) * power_of_ten(exponent)));
    let within = |share: &f64| (ruler.zero..=1.0).contains(share);
    values.map(|value| ruler.share(value)).filter(within).collect()
}

fn range(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.fold(None, |range, value| match range {
        None => Some((value, value)),
        Some((low, high)) => Some((value.min(low), value.max(high))),
    })
}

/// A number of the row …, 0.5, 1, 2, 5, 10, 20, …: its place in it, 0 for 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Mark(i32);

impl Mark {
    fn below(value: f64) -> Self {
        let mut mark = Self(value.log10().floor() as i32 * 3 + 3);
        while mark.value() > value {
            mark = mark.step(-1);
        }
        mark
    }

    fn above(value: f64) -> Self {
        let mark = Self::below(value);
        if mark.value() < value { mark.step(1) } else { mark }
    }

    const fn step(self, steps: i32) -> Self {
        Self(self.0 + steps)
    }

    fn value(self) -> f64 {
        [1.0, 2.0, 5.0][self.0.rem_euclid(3) as usize] * power_of_ten(self.0.div_euclid(3))
    }

    fn exponent(self) -> f64 {
        log10(self.value())
    }
}

/// The logarithm with the same digits on every machine, so that the pictures are the same.
fn log10(value: f64) -> f64 {
    ln(value) * std::f64::consts::LOG10_E
}

/// The least of 1, 2 and 5 times a power of ten that is not below `step`.
fn step_for(step: f64) -> f64 {
    Mark::above(step.clamp(LOWEST, HIGHEST)).value()
}

/// As exact as a written number, which repeated multiplication is not.
fn power_of_ten(exponent: i32) -> f64 {
    format!("1e{exponent}").parse().unwrap_or(f64::INFINITY)
}

impl Unit {
    /// The number at a tick, short.
    pub(crate) fn label(self, value: f64) -> String {
        match self {
            Self::Count | Self::Number => prefixed(value),
            Self::Seconds => seconds(value),
            Self::Bytes => bytes(value),
        }
    }

    /// A value in full.
    pub fn exact(self, value: f64) -> String {
        const WHOLE: f64 = 9_007_199_254_740_992.0;
        match self {
            Self::Seconds => seconds(value),
            Self::Bytes => bytes(value),
            _ if value.fract() == 0.0 && (0.0..WHOLE).contains(&value) => grouped(value as u64),
            _ if (1000.0..WHOLE).contains(&value) => {
                format!("{}.{}", grouped(value as u64), (value.fract() * 10.0) as u64)
            }
            _ => significant(value),
        }
    }
}

/// Up to four digits, without superfluous zeros: 0.05, 1.5, 250.
fn significant(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let exponent = value.abs().log10().floor() as i32;
    if !(-4..15).contains(&exponent) {
        return power_text(value, exponent);
    }
    let decimals = (3 - exponent).max(0) as usize;
    let text = format!("{value:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// With the prefixes k, M, G, T from a thousand on; powers of ten where these end.
fn prefixed(value: f64) -> String {
    let size = value.abs();
    let (unit, prefix) = match size {
        s if s < 1e3 => return significant(value),
        s if s < 1e6 => (1e3, "k"),
        s if s < 1e9 => (1e6, "M"),
        s if s < 1e12 => (1e9, "G"),
        s if s < 1e15 => (1e12, "T"),
        _ => return significant(value),
    };
    format!("{} {prefix}", significant(value / unit))
}

fn seconds(value: f64) -> String {
    match value.abs() {
        s if s == 0.0 || s >= 1000.0 => format!("{} s", prefixed(value).replace(" k", " 000")),
        s if s < 1e-12 => format!("{} s", significant(value)),
        s if s < 1e-6 => format!("{} ns", significant(value * 1e9)),
        s if s < 1e-3 => format!("{} µs", significant(value * 1e6)),
        s if s < 1.0 => format!("{} ms", significant(value * 1e3)),
        _ => format!("{} s", significant(value)),
    }
}

fn bytes(value: f64) -> String {
    let prefixes = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut size = value;
    let mut rank = 0;
    while size.abs() >= 1024.0 && rank + 1 < prefixes.len() {
        size /= 1024.0;
        rank += 1;
    }
    format!("{} {}", significant(size), prefixes[rank])
}

/// 10⁶, 2×10⁻⁷.
fn power_text(value: f64, exponent: i32) -> String {
    let raised = |character: char| match character {
        '-' => '⁻',
        digit => digit.to_digit(10).and_then(|digit| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(digit as usize)).unwrap_or(digit),
    };
    let power: String = exponent.to_string().chars().map(raised).collect();
    let factor = format!("{:.2}", value / power_of_ten(exponent));
    match factor.trim_end_matches('0').trim_end_matches('.') {
        "1" => format!("10{power}"),
        factor => format!("{factor}×10{power}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis, values: &[f64], most: usize) -> Vec<String> {
        let ruler = Ruler::new(axis, values, |ticks| ticks.len() <= most);
        assert!(ruler.ticks.windows(2).all(|pair| pair[0].share < pair[1].share), "{:?}", ruler.ticks);
        assert!(ruler.ticks.iter().all(|tick| (-1e-9..1.0 + 1e-9).contains(&tick.share)), "{:?}", ruler.ticks);
        assert!(values.iter().all(|&value| (-1e-9..1.0 + 1e-9).contains(&ruler.share(value))), "{values:?}");
        ruler.ticks.into_iter().map(|tick| tick.label).collect()
    }

    #[test]
    fn ticks_are_round_numbers() {
        let linear = Axis::linear("", Unit::Count);
        let log = Axis::log("", Unit::Count);
        let cases: [(&Axis, &[f64], usize, &str); 17] = [
            (&linear, &[1.0, 9.0], 10, "1 2 3 4 5 6 7 8 9"),
            (&linear, &[1.0, 9.0], 6, "2,4,6,8"),
            (&linear, &[1.0, 2.0], 6, "1 2"),
            (&linear, &[5.0], 6, "4 5"),
            (&linear, &[5.2, 5.7], 6, "5"),
            (&linear, &[647.215_474_346_024_3, 647.215_474_346_024_6], 3, "600,620,640"),
            (&linear, &[], 6, "0 1"),
            (&linear, &[0.0, 1e12], 6, "0,200 G,400 G,600 G,800 G,1 T"),
            (&Axis::linear("", Unit::Number), &[0.9, 1.1], 6, "0.9,0.95,1,1.05,1.1"),
            (&Axis::linear("", Unit::Count).with_zero(), &[900.0, 1100.0], 8, "0,200,400,600,800,1 k"),
            (&log, &[4.0, 3_460_508.0], 10, "10,100,1 k,10 k,100 k,1 M"),
            (&log, &[0.0, 40.0, 3e5], 10, "0,100,1 k,10 k,100 k"),
            (&log, &[316.0], 10, "200,500"),
            (&log, &[100.0], 10, "50,100,200"),
            (&log, &[], 10, "1,2,5,10"),
            (&log, &[1.0, 1e12], 6, "1,1 k,1 M,1 G,1 T"),
            (&Axis::log("", Unit::Seconds), &[2e-7, 3.0], 10, "1 µs,10 µs,100 µs,1 ms,10 ms,100 ms,1 s"),
        ];
        for (axis, values, most, expected) in cases {
            let expected = if expected.contains(',') { expected.to_owned() } else { expected.replace(' ', ",") };
            assert_eq!(labels(axis, values, most).join(","), expected, "{values:?}");
        }
    }

    #[test]
    fn any_values_have_a_ruler() {
        let wild = [0.0, -1.0, 1.0, f64::MAX, f64::MIN, f64::MIN_POSITIVE, 5e-324, f64::NAN, f64::INFINITY, 1e16];
        for scale in [Scale::Linear, Scale::Log] {
            for a in wild {
                for b in wild {
                    let axis = Axis { scale, ..Axis::linear("", Unit::Count) };
                    let ruler = Ruler::new(&axis, &[a, b], |ticks| ticks.len() <= 8);
                    assert!(!ruler.ticks.is_empty() && ruler.ticks.len() <= 8, "{a} {b} {:?}", ruler.ticks);
                    assert!(ruler.share(a).is_nan() == a.is_nan(), "{a} {b}");
                }
            }
        }
    }

    #[test]
    fn numbers_are_short_at_ticks_and_full_elsewhere() {
        let cases = [
            (Unit::Count, 0.0, "0", "0"),
            (Unit::Count, 1_500.0, "1.5 k", "1,500"),
            (Unit::Count, 1_234_567.0, "1.235 M", "1,234,567"),
            (Unit::Count, 1_234.56, "1.235 k", "1,234.5"),
            (Unit::Count, 1e18, "10¹⁸", "10¹⁸"),
            (Unit::Number, 0.05, "0.05", "0.05"),
            (Unit::Number, 2e-7, "2×10⁻⁷", "2×10⁻⁷"),
            (Unit::Number, -0.5, "-0.5", "-0.5"),
            (Unit::Seconds, 0.0125, "12.5 ms", "12.5 ms"),
            (Unit::Seconds, 0.0, "0 s", "0 s"),
        ];
        for (unit, value, label, exact) in cases {
            assert_eq!((unit.label(value).as_str(), unit.exact(value).as_str()), (label, exact), "{value}");
        }
    }
}
