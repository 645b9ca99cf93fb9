# A formula for Homebrew, which builds the program of a release. OWNER, VERSION and SHA256 are those of the release; untried.
class Searchlab < Formula
  desc "Laboratory for AI search: count every node, compare algorithms"
  homepage "https://github.com/OWNER/searchlab"
  url "https://github.com/OWNER/searchlab/archive/refs/tags/vVERSION.tar.gz"
  sha256 "SHA256"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on "rust" => :build

  def install
    system "cargo", "install", *std_cargo_args
    (man1/"searchlab.1").write Utils.safe_popen_read(bin/"searchlab", "man")
    generate_completions_from_executable(bin/"searchlab", "completions")
  end

  test do
    system bin/"searchlab", "run", "quickstart", "--quiet"
    assert_path_exists testpath/"reports/quickstart/digest.txt"
  end
end
