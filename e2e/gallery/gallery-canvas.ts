// Runs in a page before its own scripts: records what is painted on each canvas, for snapshots.

declare global {
  interface Window {
    /** Every stroke, fill and text since the canvas was last cleared. */
    readonly paintedOn?: (canvas: HTMLCanvasElement) => readonly string[]
  }
}

export const recordCanvases = (): void => {
  const paths = new WeakMap<object, string[]>()
  const painted = new WeakMap<HTMLCanvasElement, string[]>()
  Object.assign(window, { paintedOn: (canvas: HTMLCanvasElement) => painted.get(canvas) ?? [] })

  const pathOf = (owner: object) => {
    const path = paths.get(owner) ?? []
    paths.set(owner, path)
    return path
  }
  const listed = (given: readonly unknown[]) =>
    given.map((one) => (typeof one === 'number' ? Math.round(one) : String(one))).join(',')
  const digest = (words: string) => {
    let sum = 5381
    for (let at = 0; at < words.length; at++) sum = (Math.imul(sum, 33) ^ words.charCodeAt(at)) >>> 0
    return sum.toString(36)
  }
  const record = (context: CanvasRenderingContext2D, what: string) => {
    const { e, f } = context.getTransform()
    const before = painted.get(context.canvas) ?? []
    painted.set(context.canvas, [...before, `${what} at ${listed([e, f])} ${context.globalAlpha}`])
  }

  type Call = (context: CanvasRenderingContext2D, given: readonly unknown[]) => void
  const inkOf = (style: string | CanvasGradient | CanvasPattern) => (typeof style === 'string' ? style : 'a pattern')
  const lineOf = (context: CanvasRenderingContext2D) =>
    `${inkOf(context.strokeStyle)} ${context.lineWidth} ${context.getLineDash().join(' ')}`
  const calls: Record<string, Call> = {
    beginPath: (context) => paths.set(context, []),
    clearRect: (context) => painted.set(context.canvas, []),
    stroke: (context, [path]) =>
      record(context, `stroke ${lineOf(context)} ${digest(pathOf(path instanceof Path2D ? path : context).join(' '))}`),
    fill: (context, [path]) =>
      record(
        context,
        `fill ${inkOf(context.fillStyle)} ${digest(pathOf(path instanceof Path2D ? path : context).join(' '))}`,
      ),
    fillRect: (context, given) => record(context, `fill ${inkOf(context.fillStyle)} ${listed(given)}`),
    fillText: (context, given) => record(context, `${inkOf(context.fillStyle)} ${context.font} ${listed(given)}`),
  }
  const follow = (prototype: object, name: string, note: (owner: never, given: readonly unknown[]) => void) => {
    const original: unknown = Reflect.get(prototype, name)
    if (typeof original !== 'function') return
    Object.defineProperty(prototype, name, {
      value(this: never, ...given: unknown[]): unknown {
        note(this, given)
        return Reflect.apply(original, this, given)
      },
    })
  }
  for (const [name, note] of Object.entries(calls)) follow(CanvasRenderingContext2D.prototype, name, note)
  for (const name of ['moveTo', 'lineTo', 'rect', 'arc', 'arcTo', 'closePath', 'bezierCurveTo', 'quadraticCurveTo'])
    for (const prototype of [CanvasRenderingContext2D.prototype, Path2D.prototype])
      follow(prototype, name, (owner: object, given) => pathOf(owner).push(`${name} ${listed(given)}`))
}
