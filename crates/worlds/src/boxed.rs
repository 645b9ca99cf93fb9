//! Arrays that are too large for a stack.

/// An array of equal values, made where it stays.
#[expect(clippy::unnecessary_box_returns, reason = "it is too large for a stack")]
pub(crate) fn filled<T: Clone, const N: usize>(value: T) -> Box<[T; N]> {
    vec![value; N].into_boxed_slice().try_into().ok().expect("as many values as asked for")
}
