//! Game trees: all of a small one, the upper plies of a large one. Every node has its place from the beginning.

use searchlab_lab::watch::film::{Film, Node, Player, Status};
use searchlab_lab::watch::why::number;
use searchlab_worlds::drawing::{Canvas, INK, PAPER, Point, TextStyle};

use super::stage::{CLOSED, LINE, OPEN, PATH, TEXT};

/// Most nodes that are drawn.
const MOST: usize = 120;
/// Pixels from one leaf, and from one ply, to the next.
const ACROSS: i32 = 44;
const DOWN: i32 = 74;
const RADIUS: i32 = 16;

/// The places of the nodes that are drawn.
pub(super) struct Tree {
    pub(super) size: (i32, i32),
    /// Id, place and, but for the root, the place of the parent.
    nodes: Vec<(u32, Point, Option<Point>)>,
}

impl Tree {
    pub(super) fn new(film: &Film) -> Self {
        // In a broken trace a node may stand above itself.
        let children = |id: u32| -> Vec<u32> {
            let known = film.known(id).map(|known| known.children.as_slice()).unwrap_or_default();
            known.iter().copied().filter(|&child| child > id).collect()
        };
        // Ply by ply, as long as there is room.
        let mut plies: Vec<Vec<u32>> = vec![vec![0]];
        let mut count = 1;
        loop {
            let next: Vec<u32> = plies[plies.len() - 1].iter().flat_map(|&id| children(id)).collect();
            count += next.len();
            if next.is_empty() || count > MOST {
                break;
            }
            plies.push(next);
        }
        let depth = plies.len();
        let mut tree = Self { size: (0, depth as i32 * DOWN), nodes: Vec::new() };
        let mut leaves = 0;
        if film.nodes() > 0 {
            tree.put(&children, (0, 0), depth, &mut leaves);
        }
        tree.size.0 = (leaves * ACROSS).max(ACROSS);
        tree
    }

    /// Places a node above the middle of its children.
    fn put(
        &mut self,
        children: &impl Fn(u32) -> Vec<u32>,
        (id, ply): (u32, usize),
        depth: usize,
        leaves: &mut i32,
    ) -> Point {
        let shown = if ply + 1 < depth { children(id) } else { Vec::new() };
        let first = self.nodes.len();
        let below: Vec<Point> =
            shown.iter().map(|&child| self.put(children, (child, ply + 1), depth, leaves)).collect();
        let x = if let (Some(first), Some(last)) = (below.first(), below.last()) {
            i32::midpoint(first.0, last.0)
        } else {
            *leaves += 1;
            *leaves * ACROSS - ACROSS / 2
        };
        let place = (x, ply as i32 * DOWN + RADIUS + 4);
        for (id, _, parent) in &mut self.nodes[first..] {
            if shown.contains(id) {
                *parent = Some(place);
            }
        }
        self.nodes.push((id, place, None));
        place
    }

    pub(super) fn draw(&self, layer: usize, player: &Player, corner: Point, canvas: &mut dyn Canvas) {
        let on = |place: Point| (corner.0 + place.0, corner.1 + place.1);
        let now = player.now();
        let path = now.current.map(|id| now.path(id)).unwrap_or_default();
        for &(id, place, parent) in &self.nodes {
            let node = now.nodes[id as usize];
            if node.visits == 0 && id != 0 {
                continue;
            }
            let is_on_path = path.contains(&id);
            match layer {
                1 => {
                    let color = if is_on_path { PATH } else { LINE };
                    if let Some(parent) = parent {
                        canvas.line(&[on(parent), on(place)], if is_on_path { 3 } else { 2 }, color);
                    }
                    if node.cut.is_some() {
                        let stub = (place.0 + RADIUS + 4, place.1 + RADIUS + 14);
                        canvas.line(&[on(place), on(stub)], 2, LINE);
                    }
                }
                2 => draw_node(node, is_on_path, now.current == Some(id), on(place), canvas),
                3 => draw_words(player.film(), id, node, (place, parent), corner, canvas),
                _ => {}
            }
        }
    }
}

fn draw_node(node: Node, is_on_path: bool, is_current: bool, center: Point, canvas: &mut dyn Canvas) {
    let ring = if is_current {
        INK
    } else if is_on_path {
        PATH
    } else {
        LINE
    };
    canvas.disc(center, RADIUS + i32::from(is_current), ring);
    let fill = match node.status {
        Status::Unseen => PAPER,
        Status::Open => OPEN,
        Status::Closed => CLOSED,
    };
    canvas.disc(center, RADIUS - 2, fill);
}

/// The value in the node, the move beside the edge, and what a cut left out.
fn draw_words(
    film: &Film,
    id: u32,
    node: Node,
    (place, parent): (Point, Option<Point>),
    corner: Point,
    canvas: &mut dyn Canvas,
) {
    let on = |place: Point| (corner.0 + place.0, corner.1 + place.1);
    let small = TextStyle { size: 11, ..TEXT };
    if let Some(value) = node.value {
        let sign = if node.bound.sign() == "=" { "" } else { node.bound.sign() };
        let words = format!("{sign}{}", number(Some(value)));
        let style = if small.width(&words) > 2 * RADIUS - 4 { TextStyle { size: 9, ..TEXT } } else { small };
        canvas.text(on((place.0 - style.width(&words) / 2, place.1)), &words, style);
    }
    if let (Some(parent), Some(mv)) = (parent, film.known(id).and_then(|known| known.mv.as_deref())) {
        // Near the node, where the edges of brothers are apart.
        let at = (place.0 + (parent.0 - place.0) / 3 + 3, place.1 + (parent.1 - place.1) / 3 - 4);
        canvas.text(on(at), mv, TextStyle { size: 10, ..TEXT });
    }
    if let Some(cut) = node.cut {
        let words = if cut > 0 { format!("{cut} cut") } else { "cut".to_owned() };
        let place = (place.0 + RADIUS - 4, place.1 + RADIUS + 22);
        canvas.text(on(place), &words, TextStyle { size: 10, ..TEXT });
    }
}
