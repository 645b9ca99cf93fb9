//! The techniques of a search as switches, each with a name and a line that says what it does.
//!
//! Not here: the techniques, which stand beside the search that has them.

/// Makes the types `Technique` and `Techniques`, a set of them, from a list of `/// what it does` and `Name = "name"`.
macro_rules! techniques {
    ($($(#[doc = $doc:literal])+ $variant:ident = $name:literal,)+) => {
        /// A technique: a switch with a name.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Technique {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Technique {
            /// All of them, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// Name and summary of each, in that order.
            pub const WORDS: &'static [(&'static str, &'static str)] =
                &[$((Self::$variant.name(), Self::$variant.summary()),)+];

            /// The name that users type.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// Its summary in one line.
            pub const fn summary(self) -> &'static str {
                match self {
                    $(Self::$variant => concat!($($doc),+).trim_ascii(),)+
                }
            }
        }

        /// A set of techniques.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub struct Techniques(u32);

        impl Techniques {
            /// Every technique.
            pub const ALL: Self = Self((1 << Technique::ALL.len()) - 1);
            /// None of them.
            pub const NONE: Self = Self(0);

            /// True if it is in the set.
            #[inline(always)]
            pub const fn has(self, technique: Technique) -> bool {
                self.0 & 1 << technique as u32 != 0
            }

            /// The set and this one.
            pub const fn with(self, technique: Technique) -> Self {
                Self(self.0 | 1 << technique as u32)
            }

            /// The set but for this one.
            pub const fn without(self, technique: Technique) -> Self {
                Self(self.0 & !(1 << technique as u32))
            }

            /// Every technique but those whose names are left out.
            pub fn all_but(is_left_out: impl Fn(&str) -> bool) -> Self {
                let left_out = Technique::ALL.iter().filter(|technique| is_left_out(technique.name()));
                left_out.fold(Self::ALL, |all, &technique| all.without(technique))
            }

            /// Those in the set, in the order of the documentation.
            pub fn iter(self) -> impl Iterator<Item = Technique> {
                Technique::ALL.iter().copied().filter(move |&technique| self.has(technique))
            }
        }
    };
}

pub(super) use techniques;
