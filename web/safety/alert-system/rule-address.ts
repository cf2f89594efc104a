// The address of the editor of an alarm rule: `?rule={id}`, `?rule=new`, and `?rule=new&copy={id}` beside the filters.
import { type To, useLocation, useSearchParams } from 'react-router'

export interface RuleAddress {
  /** null: closed; `new`: one that is not there yet. */
  readonly id: string | null
  /** The rule that a new one begins as; null: none. */
  readonly copy: string | null
  readonly to: (id: string) => To
  readonly toCopy: (id: string) => To
  readonly closed: To
}

export const useRuleAddress = (): RuleAddress => {
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  const address = (parts: Readonly<Record<string, string>>): To => {
    const next = new URLSearchParams(query)
    for (const name of ruleParams) next.delete(name)
    for (const [name, value] of Object.entries(parts)) next.set(name, value)
    return { pathname, search: next.toString() }
  }
  const id = query.get('rule')
  return {
    id,
    copy: id === 'new' ? query.get('copy') : null,
    to: (rule) => address({ rule }),
    toCopy: (copy) => address({ rule: 'new', copy }),
    closed: address({}),
  }
}

/** They are no filters. */
export const ruleParams: readonly string[] = ['rule', 'copy']
