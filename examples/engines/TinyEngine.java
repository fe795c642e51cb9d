// A complete engine in one file of Java, to start your own from. It opens a covered cell that a clue makes safe, because
// the mines around it are known or because it is 0, or else the first covered cell that isn't a known mine.
// docs/engine.md specifies the protocol. To try it:
//     hypersweep analyse position.txt --engine "java examples/engines/TinyEngine.java"
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class TinyEngine {
    static final int COVERED = -1, FLAGGED = -2;
    // A short line may state any number of cells.
    static final long MOST_CELLS = 1_000_000;
    static final String DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    static final Pattern LINE = Pattern.compile("([0-9x]+)(o?)(w?)([0-9.]*)-([0-9]+)-(.*)");

    final int[] shape;
    final boolean[] wrap;
    final boolean isOrthogonal;
    final List<Integer> codes = new ArrayList<>();

    /** A position: "2x3-1-A1aA1a" is a grid, the number of mines, and the cells. */
    TinyEngine(String line) {
        Matcher parts = LINE.matcher(line);
        if (!parts.matches()) throw new IllegalArgumentException("expected a position such as 2x3-1-A1aA1a, got '" + line + "'");
        shape = Arrays.stream(parts.group(1).split("x")).mapToInt(Integer::parseInt).toArray();
        isOrthogonal = !parts.group(2).isEmpty();
        wrap = new boolean[shape.length];
        if (!parts.group(3).isEmpty() && parts.group(4).isEmpty()) Arrays.fill(wrap, true);
        if (!parts.group(4).isEmpty()) for (String axis : parts.group(4).split("\\.")) wrap[Integer.parseInt(axis)] = true;
        long cells = Arrays.stream(shape).asLongStream().reduce(1, Math::multiplyExact);
        if (cells > MOST_CELLS) throw new IllegalArgumentException("expected at most " + MOST_CELLS + " cells, got " + cells);
        readCodes(parts.group(6), cells);
        if (codes.size() != cells) throw new IllegalArgumentException("expected " + cells + " cells, got " + codes.size());
    }

    /** Clues, -1 covered, -2 a flag, -3 a mine, -4 exploded, -5 a wrong flag. */
    void readCodes(String text, long most) {
        int place = 0;
        while (place < text.length()) {
            char sign = text.charAt(place++);
            if (Character.isLetter(sign)) {
                boolean isUpper = Character.isUpperCase(sign);
                long count = Character.toUpperCase(sign) - 64;
                while (count <= most && place < text.length() && Character.isLetter(text.charAt(place))
                        && Character.isUpperCase(text.charAt(place)) == isUpper) {
                    count = 26 * count + Character.toUpperCase(text.charAt(place++)) - 64;
                }
                if (count > most) throw new IllegalArgumentException("expected " + most + " cells, got more");
                for (int each = 0; each < count; ++each) codes.add(isUpper ? COVERED : 0);
            } else if (sign == '_') {
                codes.add(FLAGGED);
            } else if (sign == '0') {
                codes.add(-3);
            } else if (sign == '~') {
                codes.add(text.charAt(place++) == '-' ? -4 : -5);
            } else if (sign == '.' && text.charAt(place) == '-') {
                int end = text.indexOf('-', place + 1);
                codes.add(Integer.parseInt(text.substring(place + 1, end)));
                place = end + 1;
            } else if (sign == '.') {
                codes.add(10 + DIGITS.indexOf(text.charAt(place++)));
            } else {
                codes.add(Character.digit(sign, 10));
            }
        }
    }

    int[] cell(int index) {
        int[] found = new int[shape.length];
        for (int axis = shape.length - 1; axis >= 0; --axis) {
            found[axis] = index % shape[axis];
            index /= shape[axis];
        }
        return found;
    }

    boolean isCovered(int index) {
        return codes.get(index) == COVERED || codes.get(index) == FLAGGED;
    }

    /** The covered neighbours of a cell. */
    Set<Integer> around(int index) {
        Set<Integer> found = new HashSet<>();
        int[] own = cell(index);
        int steps = (int) Math.round(Math.pow(3, shape.length));
        for (int number = 0; number < steps; ++number) {
            int other = 0, moved = 0, rest = number;
            boolean isThere = true;
            for (int axis = 0; axis < shape.length; ++axis, rest /= 3) {
                int place = own[axis] + rest % 3 - 1;
                moved += rest % 3 == 1 ? 0 : 1;
                if (wrap[axis]) place = Math.floorMod(place, shape[axis]);
                isThere &= place >= 0 && place < shape[axis];
                other = other * shape[axis] + place;
            }
            if (isThere && other != index && !(isOrthogonal && moved > 1) && isCovered(other)) found.add(other);
        }
        return found;
    }

    /** The cell to open, or -1. */
    int best() {
        Set<Integer> mines = new HashSet<>();
        for (int index = 0; index < codes.size(); ++index) {
            if (codes.get(index) > 0 && around(index).size() == codes.get(index)) mines.addAll(around(index));
        }
        for (int index = 0; index < codes.size(); ++index) {
            if (codes.get(index) < 0) continue;
            Set<Integer> safe = around(index);
            int covered = safe.size();
            safe.removeAll(mines);
            if (!safe.isEmpty() && covered - safe.size() == codes.get(index)) return safe.iterator().next();
        }
        for (int index = 0; index < codes.size(); ++index) if (isCovered(index) && !mines.contains(index)) return index;
        return -1;
    }

    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        TinyEngine board = null;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            // The field "text" takes the rest of its line.
            String[] words = (" " + line).split("[ \t]text=", 2)[0].trim().split("[ \t]+");
            Map<String, String> fields = new HashMap<>();
            for (String word : words) {
                int place = word.indexOf('=');
                if (place > 0) fields.put(word.substring(0, place), word.substring(place + 1));
            }
            switch (words[0]) {
                case "hsp" -> out.print("id name Tiny (Java)\nid version 1\nready\n");
                case "ping" -> out.print(words.length > 1 ? "pong " + words[1] + "\n" : "error kind=line text=expected a token after ping\n");
                case "quit" -> System.exit(0);
                case "position" -> {
                    try {
                        board = new TinyEngine(fields.getOrDefault("view", ""));
                    } catch (RuntimeException error) {
                        out.print("error kind=line text=" + error.getMessage() + "\n");
                    }
                }
                case "go" -> {
                    int best = board == null ? -1 : board.best();
                    StringBuilder told = new StringBuilder("best");
                    if (fields.containsKey("id")) told.append(" id=").append(fields.get("id"));
                    told.append(" cell=");
                    if (best < 0) told.append("none");
                    else for (int each : board.cell(best)) told.append(told.charAt(told.length() - 1) == '=' ? "" : ",").append(each);
                    out.print(told + "\n");
                }
                default -> { }
            }
            out.flush();
        }
    }
}
