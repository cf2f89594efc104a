// Who may say and hear what on the broker. A sender speaks on its own topics only and hears what is said to it only; between
// devices the broker carries nothing.
import { isSpoken, wireRoot } from '@gatehouse/contract/building/wire'

/** Who is at the other end of a connection, as its credential says. */
export interface Identity {
  readonly username: string
  readonly companyId: string
  /** The one device it is; null: a gateway. */
  readonly deviceKey: string | null
  /** Which devices a gateway carries; null: every device of the company. */
  readonly keys: ReadonlySet<string> | null
  /** Foreign topics it may use, as MQTT filters. */
  readonly topics: readonly string[]
}

const prefix = `${wireRoot}/`

export const mayPublish = (who: Identity, topic: string): boolean => {
  const own = ownTopic(topic)
  if (!own) return who.topics.some((filter) => matches(filter, topic))
  return !isSpoken(own.rest) && !own.rest.includes('/') && carries(who, own.key)
}

/** A gateway may ask for what is said to all its devices at once; what it then gets is asked again per message. */
export const maySubscribe = (who: Identity, filter: string): boolean => {
  const own = ownTopic(filter)
  if (!own) return who.topics.some((allowed) => covers(allowed, filter))
  if (!isSpoken(own.rest)) return false
  return own.key === '+' ? who.deviceKey === null : carries(who, own.key)
}

export const mayReceive = (who: Identity, topic: string): boolean => {
  const own = ownTopic(topic)
  if (!own) return who.topics.some((filter) => matches(filter, topic))
  return isSpoken(own.rest) && carries(who, own.key)
}

/**
 * Whether the sender may speak for the device of its company that has this key. A key that no device has is carried: the
 * quarantine says that it is unknown.
 */
export const carries = (who: Identity, key: string): boolean =>
  who.deviceKey === null ? (who.keys?.has(key) ?? true) : who.deviceKey === key

/** The key of the device that a topic of the sender is about, where that can be told without decoding. */
export const deviceOf = (who: Identity, topic: string): string | null => who.deviceKey ?? ownTopic(topic)?.key ?? null

/** Whether an MQTT filter matches a topic. */
export const matches = (filter: string, topic: string): boolean => {
  const wanted = filter.split('/')
  const given = topic.split('/')
  if (topic.startsWith('$') && /^[+#]/.test(filter)) return false
  for (const [i, level] of wanted.entries()) {
    if (level === '#') return true
    if (i >= given.length || (level !== '+' && level !== given[i])) return false
  }
  return wanted.length === given.length
}

/** Whether everything one filter matches is matched by the other too. */
export const covers = (allowed: string, asked: string): boolean => {
  const wide = allowed.split('/')
  const narrow = asked.split('/')
  if (asked.startsWith('$') && /^[+#]/.test(allowed)) return false
  for (const [i, level] of wide.entries()) {
    if (level === '#') return true
    const other = narrow[i]
    if (other === undefined || other === '#' || (level !== '+' && level !== other)) return false
  }
  return wide.length === narrow.length
}

/** The device and the rest of a topic of our own wire; null: a foreign one. */
export const ownTopic = (topic: string): { key: string; rest: string } | null => {
  if (!topic.startsWith(prefix)) return null
  const slash = topic.indexOf('/', prefix.length)
  return slash === -1
    ? { key: topic.slice(prefix.length), rest: '' }
    : { key: topic.slice(prefix.length, slash), rest: topic.slice(slash + 1) }
}
