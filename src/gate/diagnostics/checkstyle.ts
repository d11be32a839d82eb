import { findingsIn, linesOf, readAll, type Tool } from './tool.js';

/** As the Maven plugin tells it, as Checkstyle itself and Gradle do, and as Maven tells of javac. */
const LINES = [
  /^\[(?<severity>ERROR|WARN|WARNING)\] (?<file>.+?\.\w+):\[\d+(?:,\d+)?\] \(\w+\) (?<rule>\w+): (?<message>.*)$/,
  /^(?:\[ant:checkstyle\] )?\[(?<severity>ERROR|WARN|WARNING)\] (?<file>.+?\.\w+):\d+(?::\d+)?: (?<message>.*) \[(?<rule>\w+)\]$/,
  /^\[(?<severity>ERROR)\] (?<file>.+?\.java):\[\d+,\d+\] (?<message>(?!\(\w+\) ).*)$/,
];

/** A goal or task of Maven or Gradle that runs Checkstyle; without it no finding is told. */
export const checkstyle: Tool = {
  recognise: ({ tool, args }) =>
    /^(?:mvn|mvnw|gradle|gradlew|checkstyle)$/.test(tool) &&
    (tool === 'checkstyle' || args.some((arg) => /checkstyle/i.test(arg) && !arg.startsWith('-'))),
  report: 'log',
  args: (args) => [...args],
  read: (output) => {
    const lines = linesOf(output.log);
    return readAll(
      output,
      LINES.flatMap((pattern) => findingsIn(lines, pattern, 'error')),
    );
  },
};
