// Numbers in registers: every type in every order of words and bytes.
import { type Register, type RegisterType, type WordOrder, widthOf } from '@gatehouse/contract/building/register-map'

/** What the registers say, as it stands there; a `bit` of a register by its number, of a coil as it is. */
export const decodeValue = (
  { type, order, bit }: Pick<Register, 'type' | 'order' | 'bit'>,
  registers: readonly number[],
): number => {
  if (type === 'bit') return ((registers[0] ?? 0) >> (bit ?? 0)) & 1
  const view = new DataView(new ArrayBuffer(widthOf[type] * 2))
  inOrder(registers, order).forEach((word, at) => view.setUint16(at * 2, word))
  return readers[type](view)
}

/** The registers that hold a value: the other way round, for simulators and tests. */
export const encodeValue = (
  { type, order, bit }: Pick<Register, 'type' | 'order' | 'bit'>,
  value: number,
): number[] => {
  if (type === 'bit') return [value === 0 ? 0 : 1 << (bit ?? 0)]
  const view = new DataView(new ArrayBuffer(widthOf[type] * 2))
  writers[type](view, value)
  const words = Array.from({ length: widthOf[type] }, (_, at) => view.getUint16(at * 2))
  // Each of the four orders is its own inverse.
  return inOrder(words, order)
}

const inOrder = (words: readonly number[], order: WordOrder): number[] => {
  const turned = order === 'CDAB' || order === 'DCBA' ? words.toReversed() : [...words]
  return order === 'BADC' || order === 'DCBA' ? turned.map((word) => ((word & 0xff) << 8) | (word >> 8)) : turned
}

type Numeric = Exclude<RegisterType, 'bit'>

const readers: Readonly<Record<Numeric, (view: DataView) => number>> = {
  int16: (view) => view.getInt16(0),
  uint16: (view) => view.getUint16(0),
  int32: (view) => view.getInt32(0),
  uint32: (view) => view.getUint32(0),
  float32: (view) => view.getFloat32(0),
  float64: (view) => view.getFloat64(0),
}

const writers: Readonly<Record<Numeric, (view: DataView, value: number) => void>> = {
  int16: (view, value) => view.setInt16(0, value),
  uint16: (view, value) => view.setUint16(0, value),
  int32: (view, value) => view.setInt32(0, value),
  uint32: (view, value) => view.setUint32(0, value),
  float32: (view, value) => view.setFloat32(0, value),
  float64: (view, value) => view.setFloat64(0, value),
}

// Below these a float is not normalised any more. No transmitter measures so little: words in the wrong order look so.
const smallest: Readonly<Partial<Record<RegisterType, number>>> = {
  float32: 2 ** -126,
  float64: 2 ** -1022,
}

/** Whether a float that was read is most likely another number in the wrong order of words: nearly 0, and not 0. */
export const isSubnormal = (type: RegisterType, value: number): boolean =>
  value !== 0 && Math.abs(value) < (smallest[type] ?? 0)
