use super::*;
use searchlab_worlds::trace::Reader;

const MAZE: &str = r######"{"trace":"searchlab","version":1,"kind":"path","world":"maze","instance":"m","algorithm":"astar","params":{},"scene":{"shape":"grid","rows":3,"cols":5,"cells":["#####","#...#","#####"],"start":[1,1],"goal":[1,3]}}
{"type":"source","id":0,"at":[1,1],"h":2}
{"type":"expand","id":0,"g":0,"h":2,"f":2,"open":0}
{"type":"generate","id":1,"at":[1,2],"p":0,"g":1,"h":1,"f":2,"how":"new"}
{"type":"expand","id":1,"p":0,"g":1,"h":1,"f":2,"open":0}
{"type":"generate","id":2,"at":[1,3],"p":1,"g":2,"h":0,"f":2,"how":"new"}
{"type":"goal","id":2,"cost":2}
{"type":"end","status":"solved","cost":2,"path":[0,1,2],"counters":{"expanded":2,"generated":2},"events":6}
"######;

fn film() -> Film {
    Film::read(Reader::new("test", Box::new(std::io::Cursor::new(MAZE))).unwrap()).unwrap()
}

#[test]
fn frames_are_spread_evenly_from_the_first_step_to_the_last() {
    assert_eq!(steps(6, 60), [0, 1, 2, 3, 4, 5, 6]);
    assert_eq!(steps(100, 5), [0, 25, 50, 75, 100]);
    assert_eq!(steps(0, 5), [0]);
    for (length, most) in [(7, 3), (1_000, 60), (59, 60), (5, 1)] {
        let steps = steps(length, most);
        assert!(steps.len() <= most.max(2) && steps[0] == 0 && steps[steps.len() - 1] == length, "{steps:?}");
        assert!(steps.is_sorted_by(|one, next| one < next), "{steps:?}");
    }
}

/// The end of the loop of an SVG, which is all that still viewers show, is the last frame drawn alone.
#[test]
fn an_svg_that_does_not_move_shows_the_last_frame() {
    let moving = String::from_utf8(bytes("svg", film(), 4).unwrap()).unwrap();
    let document = roxmltree::Document::parse(&moving).unwrap();
    let hidden = |node: &roxmltree::Node<'_, '_>| node.ancestors().any(|it| it.attribute("display") == Some("none"));
    let shapes = document
        .descendants()
        .filter(|node| ["rect", "circle", "polygon", "polyline"].contains(&node.tag_name().name()));
    let seen: Vec<String> = shapes.filter(|node| !hidden(node)).map(|node| moving[node.range()].to_owned()).collect();
    let film = film();
    let stage = Stage::new(&film);
    let mut player = Player::new(film);
    let alone = svg::draw(&stage, &mut player, &[6]);
    let document = roxmltree::Document::parse(&alone).unwrap();
    let shapes = document
        .descendants()
        .filter(|node| ["rect", "circle", "polygon", "polyline"].contains(&node.tag_name().name()));
    let mut expected: Vec<&str> = shapes.map(|node| &alone[node.range()]).collect();
    let mut seen: Vec<&str> = seen.iter().map(String::as_str).collect();
    seen.sort_unstable();
    expected.sort_unstable();
    assert_eq!(seen, expected);
    assert_eq!(
        moving.matches("<animate ").count(),
        document_groups(&moving),
        "each group that moves has one animation"
    );
}

fn document_groups(svg: &str) -> usize {
    svg.matches("<g").count()
}

/// Both bitmap forms, decoded and laid over each other, are the same pictures; GIF may change colours a little.
#[test]
fn bitmaps_hold_all_frames() {
    let film_of = || {
        let film = film();
        let stage = Stage::new(&film);
        (stage, Player::new(film))
    };
    let (stage, mut player) = film_of();
    let frames = bitmap::frames(&stage, &mut player, &[0, 2, 4, 6]).unwrap();
    let bytes = bitmap::apng(&frames).unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let info = reader.info();
    assert_eq!((info.width as i32, info.height as i32), stage.size);
    assert_eq!(info.animation_control().unwrap().num_frames, 4);
    let mut count = 0;
    let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
    while reader.next_frame(&mut buffer).is_ok() {
        count += 1;
    }
    assert_eq!(count, 4);
    let bytes = bitmap::gif(&frames).unwrap();
    let mut decoder = gif::DecodeOptions::new().read_info(std::io::Cursor::new(bytes)).unwrap();
    let mut delays = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        delays.push(frame.delay);
    }
    assert_eq!(delays, [12, 12, 12, 200]);
}

#[test]
fn unknown_kinds_are_refused() {
    // Trying a place makes a file there, and cargo builds anew where one came into the sources.
    let folder = std::env::temp_dir();
    assert!(check(&folder.join("a.gif")).is_ok() && check(&folder.join("a.SVG")).is_ok());
    assert!(check(Path::new("a.mp4")).unwrap_err().to_string().contains(".gif, .svg or .png"));
}
