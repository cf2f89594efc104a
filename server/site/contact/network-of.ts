// Whose an address is, as far as it shows: with IPv6 everybody has a whole network of them.
import { isIPv6 } from 'node:net'

/** The address itself; of IPv6 its network of 64 bits, which a provider gives to one household or machine. */
export const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address
  const [plain = ''] = address.split('%')
  const mapped = /^::ffff:([\d.]+)$/i.exec(plain)?.[1]
  if (mapped !== undefined) return mapped
  const [before = '', after] = plain.split('::')
  const [left, right] = [groupsOf(before), groupsOf(after ?? '')]
  const all =
    after === undefined ? left : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  const network = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}

// The last two can be written as an address of IPv4; they are of no interest here.
const groupsOf = (part: string): string[] =>
  part.split(':').flatMap((group) => (group === '' ? [] : group.includes('.') ? ['0', '0'] : [group]))
