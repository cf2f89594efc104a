// How many sign-ins have failed lately, by account and by address; only failures count.
const windowMs = 15 * 60_000
const perAccount = 10
const perAddress = 100
const mostKept = 50_000

export interface Attempts {
  tooMany(email: string, address: string): boolean
  failed(email: string, address: string): void
  succeeded(email: string, address: string): void
}

export const createAttempts = (now: () => number = Date.now): Attempts => {
  const failures = new Map<string, { count: number; since: number }>()
  const keys = (email: string, address: string) => ({
    account: `account ${email.toLowerCase()}`,
    address: `address ${address}`,
  })
  const count = (key: string) => {
    const entry = failures.get(key)
    if (!entry) return 0
    if (now() - entry.since < windowMs) return entry.count
    failures.delete(key)
    return 0
  }
  const add = (key: string) => {
    if (failures.size >= mostKept) failures.delete(failures.keys().next().value ?? '')
    failures.set(key, { count: count(key) + 1, since: failures.get(key)?.since ?? now() })
  }
  return {
    tooMany(email, address) {
      const key = keys(email, address)
      return count(key.account) >= perAccount || count(key.address) >= perAddress
    },
    failed(email, address) {
      const key = keys(email, address)
      add(key.account)
      add(key.address)
    },
    succeeded(email, address) {
      failures.delete(keys(email, address).account)
    },
  }
}
