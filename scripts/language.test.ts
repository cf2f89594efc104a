import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const rooms = ['bench', 'contract', 'demo', 'devices', 'e2e', 'scripts', 'server', 'simulator', 'web']

/** What is used instead of a word that tells a story. */
const banned: Record<string, string> = {
  told: 'notified, published, sent',
  untold: 'unpublished, unsent',
  tell: 'notify, publish, send, report',
  tells: 'notifies, publishes, states',
  telling: 'notifying, sender',
  said: 'reported, stated, message',
  unsaid: 'unset',
  say: 'report, state, send',
  says: 'reports, states, text, description',
  saying: 'reporting, stating',
  heard: 'received, seen',
  unheard: 'unseen',
  hear: 'receive, subscribe, listener',
  hears: 'receives',
  hearing: 'receiving, subscribers',
  kept: 'stored, saved, retained',
  unkept: 'unstored',
  taken: 'received, accepted, in use',
}

/** Names that are not ours to change without changing what is stored or sent. */
const allowed: Record<string, string> = {
  says: 'a field of decision steps, receipts, verdicts and health checks, in answers of the API and in stored decisions',
  said: 'a field and column of marks at a muster',
  told: 'a field of stored notices',
  taken: 'a field of the access event of devices, of the log and of its report',
  takenGraceSeconds: 'a field of the rules of entry and exit',
  saidAt: 'a name of a column of marks, in SQL',
  heard: 'a name of a column, in SQL, of whether a door is known',
  keptAt: 'a field of roll-calls in the store of the browser',
  DoorAlarmSaid: 'generated from the table door_alarm_said',
  SearchTold: 'generated from the table search_told',
  kept: 'a field of the proof of a log entry and of heads of the record',
}

/** Files that name these words as such: this one, and migrations, which are never changed once released. */
const exempt = (path: string) => path === 'scripts/language.test.ts' || path.startsWith('server/db/migrations/')

const isOurs = (name: string) => !['node_modules', 'dist', 'results', 'test-results', 'lib'].includes(name)

const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return isOurs(entry.name) ? filesIn(path) : []
    return exempt(path) ? [] : [path]
  })

const files = rooms.flatMap(filesIn)
const sources = files.filter((path) => /\.(tsx?|mjs)$/.test(path))

const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)

/** A name that holds one of them as a word of its own: told, toldAt, markTold. */
const inNames = new RegExp(
  `(?<![\\w$-])(?:[A-Za-z0-9]*(?:${Object.keys(banned)
    .map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
    .join('|')})|(?:${Object.keys(banned).join('|')}))(?![a-z_])\\w*`,
  'g',
)

/** Comments, strings and patterns, in the order in which they begin; the rest is code. */
const parts =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|(?<=[=(,:[!&|?{};\n]\s*)\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g

/** A name in code stands beside an operator, a bracket or a key word; a word of a text on a page beside other words. */
const keyWords =
  /\b(?:const|let|var|function|type|interface|return|await|of|in|new|typeof|keyof|async|as|import|export|readonly|void|extends|case|throw|is|satisfies|else|yield|infer|get) $|, $/

const isText = (line: string, at: number, word: string) => {
  const [before, after] = [line.slice(0, at), line.slice(at + word.length)]
  if (/[\w’,.] $/.test(before) && !keyWords.test(before)) return true
  return /^ [a-z’]+ [a-z]+/.test(after) || (before.trim() === '' && /^ [{<]/.test(after))
}

const faultsOf = (path: string): string[] => {
  const source = readFileSync(join(root, path), 'utf8')
  const code = source.replaceAll(parts, (part) => part.replaceAll(/[^\n]/g, ' ').replace(/^ /, "'"))
  return code
    .split('\n')
    .flatMap((line) =>
      [...line.matchAll(inNames)].flatMap(({ 0: name, index }) =>
        name in allowed || name.includes('_') || isText(line, index, name) ? [] : [`${path}: the name ${name}`],
      ),
    )
}

test('names of files hold words of the field', () => {
  const found = files.filter((path) => wordsOf(basename(path)).some((word) => word in banned))
  expect(found).toEqual([])
})

test('names in code hold words of the field', () => {
  expect([...new Set(sources.flatMap(faultsOf))].sort()).toEqual([])
})
