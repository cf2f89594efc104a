// What the server refuses of an alarm rule, brought to the fields of its editor: what is about a part of a list is said
// of the list, and what is about no field that is shown is said of the whole, with its name.
import { ApiError, isApiError } from '../../kit/data/api.ts'
import { amountsOf, type Kind } from './condition-parts.ts'

/** The error with its details at fields that are shown; any other error as it is. */
export const atFields = (error: unknown, kind: Kind): unknown => {
  if (!isApiError(error) || error.details.length === 0) return error
  const { status, code, message, details } = error
  return new ApiError(status, { code, message, details: details.map((detail) => placed(detail, kind)) })
}

interface Detail {
  readonly field: string
  readonly message: string
}

const placed = ({ field, message }: Detail, kind: Kind): Detail => {
  const step = /^checklist\.(\d+)/.exec(field)?.[1]
  if (step !== undefined) return { field: 'checklist', message: `Step ${Number(step) + 1}: ${message}` }
  const shown = shownOf(kind).find((name) => field === name || field.startsWith(`${name}.`))
  return shown === undefined ? { field: '', message: `${wordsOf(field)}: ${message}` } : { field: shown, message }
}

const partsOf: Readonly<Record<Kind, readonly string[]>> = {
  threshold: ['measure', 'comparison'],
  rate: ['measure', 'comparison'],
  state: ['measure'],
  stale: ['measure'],
  'outside-schedule': ['measure', 'scheduleId'],
  repeated: ['measure'],
  combination: ['ruleIds', 'within'],
}

const shownOf = (kind: Kind): readonly string[] => [
  'name',
  'severity',
  ...[...partsOf[kind], ...amountsOf[kind]].map((name) => `condition.${name}`),
  'scope.siteIds',
  'scope.zoneIds',
  'scope.labelIds',
  'scope.kinds',
  'scope.deviceIds',
  'suppressedBy',
  'checklist',
]

/** `condition.kind`: `Condition kind` */
const wordsOf = (field: string) => {
  const words = field
    .replaceAll('.', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
