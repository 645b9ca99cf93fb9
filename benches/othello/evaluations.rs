//! What evaluations of Othello cost: nanoseconds a board for each kernel, and minimax with nothing else around it.
//!
//! Boards are those of random games. Each figure is processor time, the
//! least of several runs that alternate between the kernels, so that drift of the machine favours none.

use std::hint::black_box;

use cpu_time::ThreadTime;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use searchlab::worlds::othello::evaluation::{FEATURES, PRESETS};
#[cfg(target_arch = "x86_64")]
use searchlab::worlds::othello::kernel::{Avx2, Avx512};
use searchlab::worlds::othello::{Board, Evaluation, Kernel, Portable, Position, Square};

/// Boards of a run.
const BOARDS: usize = 20_000;
/// Runs of each kernel.
const RUNS: usize = 25;

pub(crate) fn run() {
    let boards = boards();
    println!("nanoseconds a board, {BOARDS} boards of random games");
    println!("{:<30} {:>10} {:>10} {:>10}", "evaluation", "portable", "AVX2", "AVX-512");
    let features = FEATURES.iter().map(|feature| format!("{}=1", feature.name));
    for name in PRESETS.iter().map(|preset| preset.name.to_owned()).chain(features) {
        let evaluation: Evaluation = name.parse().expect("a name of the catalogue");
        let [portable, avx2, avx512] = on_all_kernels(RUNS, &Judging { evaluation: &evaluation, boards: &boards });
        let each = 1e9 / BOARDS as f64;
        println!("{name:<30} {:>10.1} {:>10.1} {:>10.1}", portable * each, avx2 * each, avx512 * each);
    }
    println!("\nseconds of minimax with classic from the start");
    for depth in [8, 9] {
        let [portable, avx2, avx512] = on_all_kernels(5, &Minimax { evaluation: Evaluation::classic(), depth });
        println!("depth {depth:<24} {portable:>10.4} {avx2:>10.4} {avx512:>10.4}");
    }
}

/// Something to do with any kernel.
trait Task {
    fn run<K: Kernel>(&self, kernel: K);
}

/// Least seconds with each kernel; no number where the processor lacks it.
fn on_all_kernels(runs: usize, task: &impl Task) -> [f64; 3] {
    let mut least = [f64::INFINITY; 3];
    for _ in 0..runs {
        least[0] = least[0].min(seconds(|| task.run(Portable)));
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(kernel) = Avx2::detect() {
                least[1] = least[1].min(seconds(|| task.run(kernel)));
            }
            if let Some(kernel) = Avx512::detect() {
                least[2] = least[2].min(seconds(|| task.run(kernel)));
            }
        }
    }
    least.map(|least| if least.is_finite() { least } else { f64::NAN })
}

fn seconds(work: impl FnOnce()) -> f64 {
    let begin = ThreadTime::now();
    work();
    begin.elapsed().as_secs_f64()
}

struct Judging<'a> {
    evaluation: &'a Evaluation,
    boards: &'a [Board],
}

impl Task for Judging<'_> {
    fn run<K: Kernel>(&self, kernel: K) {
        let evaluation = black_box(self.evaluation);
        let sum: i32 = self.boards.iter().map(|&board| evaluation.judge(kernel, board).value).sum();
        black_box(sum);
    }
}

struct Minimax {
    evaluation: Evaluation,
    depth: u32,
}

impl Task for Minimax {
    fn run<K: Kernel>(&self, kernel: K) {
        black_box(minimax(kernel, &self.evaluation, black_box(Board::INITIAL), self.depth));
    }
}

/// The value for the side to move.
fn minimax<K: Kernel>(kernel: K, evaluation: &Evaluation, board: Board, depth: u32) -> i32 {
    if depth == 0 {
        return evaluation.judge(kernel, board).value;
    }
    let mut moves = kernel.moves(board);
    if moves == 0 {
        let judged = evaluation.judge(kernel, board);
        return if judged.is_over { judged.value } else { -minimax(kernel, evaluation, board.passed(), depth - 1) };
    }
    let mut best = i32::MIN;
    while let Some(square) = Square::lowest(moves) {
        moves &= moves - 1;
        let flips = kernel.flips(board, square);
        best = best.max(-minimax(kernel, evaluation, board.placed(square, flips), depth - 1));
    }
    best
}

/// Every position of random games.
fn boards() -> Vec<Board> {
    let mut chance = ChaCha8Rng::seed_from_u64(1);
    let mut boards = Vec::new();
    while boards.len() < BOARDS {
        let mut position = Position::INITIAL;
        loop {
            boards.push(position.board);
            let moves = position.moves();
            let choice = (u64::from(chance.next_u32()) * moves.len() as u64) >> 32;
            match moves.get(choice as usize).and_then(|&mv| position.after(mv)) {
                Some(next) => position = next,
                None => break,
            }
        }
    }
    boards.truncate(BOARDS);
    boards
}
