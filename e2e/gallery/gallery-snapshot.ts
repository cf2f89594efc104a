// What is seen of a part of a page, as text: a line for each element with its box within its parent, its text and its
// colours. Unlike a picture it is the same in every Chromium, and a difference can be read.
import type { Locator } from '@playwright/test'

export interface Line {
  /** Tag, `x,y width x height` within the parent, and `x,y` of its own text within it. */
  readonly box: string
  readonly paint: Readonly<Record<string, string>>
  readonly text: string
}

/** Of all parts the locator finds, in their order. */
export const linesOf = (parts: Locator): Promise<Line[]> =>
  parts.evaluateAll((roots) => {
    // Each with the value that is not worth a word.
    const plain = {
      'background-color': 'rgba(0, 0, 0, 0)',
      'background-image': 'none',
      'background-position': '0% 0%',
      'background-size': 'auto',
      'accent-color': 'auto',
      'object-fit': 'fill',
      'border-radius': '0px',
      'box-shadow': 'none',
      opacity: '1',
      transform: 'none',
      translate: 'none',
      rotate: 'none',
      scale: 'none',
      filter: 'none',
      'backdrop-filter': 'none',
      'clip-path': 'none',
      'mask-image': 'none',
      'mix-blend-mode': 'normal',
      overflow: 'visible',
      'z-index': 'auto',
    }
    const ofText = {
      color: '',
      'font-size': '',
      'font-weight': '400',
      'font-style': 'normal',
      'font-variant-numeric': 'normal',
      'line-height': 'normal',
      'letter-spacing': 'normal',
      'text-align': 'start',
      'text-decoration-line': 'none',
      'text-overflow': 'clip',
      'text-transform': 'none',
    }
    const ofShape = {
      fill: 'none',
      'fill-opacity': '1',
      stroke: 'none',
      'stroke-width': '1px',
      'stroke-dasharray': 'none',
      'stroke-linecap': 'butt',
      'stroke-linejoin': 'miter',
      'stroke-opacity': '1',
    }
    const shape = ['d', 'points', 'x', 'y', 'x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'href']

    const tenth = (pixels: number) => `${Math.round(pixels * 10) / 10 || 0}`
    const digest = (words: string) => {
      let sum = 5381
      for (let at = 0; at < words.length; at++) sum = (Math.imul(sum, 33) ^ words.charCodeAt(at)) >>> 0
      return sum.toString(36)
    }
    const hex = (value: string) =>
      value.replaceAll(/rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)/g, (_, r, g, b, alpha) => {
        const digits = [r, g, b].map((part) => Number(part).toString(16).padStart(2, '0')).join('')
        return `#${digits}${alpha === undefined ? '' : `/${alpha}`}`
      })
    const named = (style: CSSStyleDeclaration, names: Readonly<Record<string, string>>) =>
      Object.entries(names).flatMap(([name, usual]) => {
        const value = style.getPropertyValue(name)
        return value === usual || value === '' ? [] : [[name, hex(value)]]
      })
    // Engines clip what overflows a select, or do not, from one version to the next; no style of ours says so.
    const surface = (element: Element, style: CSSStyleDeclaration) =>
      named(style, plain).filter(([name]) => name !== 'overflow' || !(element instanceof HTMLSelectElement))
    const edge = (style: CSSStyleDeclaration, name: string) => {
      const [width = '', line = '', colour = ''] = ['width', 'style', 'color'].map((part) =>
        style.getPropertyValue(`${name}-${part}`),
      )
      return line === 'none' || width === '0px' ? [] : [[name, `${width} ${line} ${hex(colour)}`]]
    }
    const edges = (style: CSSStyleDeclaration) => {
      const all = ['top', 'right', 'bottom', 'left'].flatMap((side) => edge(style, `border-${side}`))
      const same = all.length === 4 && all.every(([, value]) => value === all[0]?.[1])
      return [...(same ? [['border', all[0]?.[1]]] : all), ...edge(style, 'outline')]
    }
    const letters = (style: CSSStyleDeclaration) => {
      const family = style.fontFamily.split(',')[0]?.replaceAll('"', '')
      return [...named(style, ofText), ...(family === 'Inter Variable' ? [] : [['font', family]])]
    }
    const aside = (element: Element, name: '::before' | '::after') => {
      const style = getComputedStyle(element, name)
      if (style.content === 'none' || style.content === 'normal' || style.display === 'none') return []
      const room = ['content', 'width', 'height', 'inset'].map((one) => style.getPropertyValue(one)).join(' ')
      const paint = [...named(style, plain), ...edges(style), ...letters(style)]
      return [[name, [room, ...paint.map((pair) => pair.join(' '))].join(', ')]]
    }
    const ownText = (element: Element) => [...element.childNodes].filter((node) => node instanceof Text)
    const startOf = (element: Element, { x, y }: DOMRect) => {
      const range = document.createRange()
      const first = ownText(element).find(({ data }) => data.trim() !== '')
      if (!first) return ''
      range.selectNodeContents(first)
      const at = range.getBoundingClientRect()
      return ` ${tenth(at.x - x)},${tenth(at.y - y)}`
    }
    const wordsOf = (element: Element) => {
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
        return element.value || element.placeholder
      return ownText(element)
        .map(({ data }) => data)
        .join('')
        .replaceAll(/\s+/g, ' ')
        .trim()
    }
    const stateOf = (element: Element) => {
      if (!(element instanceof HTMLInputElement)) return []
      if (element.type === 'checkbox' || element.type === 'radio') return element.checked ? [['checked', 'yes']] : []
      return element.value === '' && element.placeholder !== ''
        ? [['placeholder', hex(getComputedStyle(element, '::placeholder').color)]]
        : []
    }
    // What is behind a root that has no ground of its own.
    const groundOf = (element: Element | null): string => {
      if (!element) return 'none'
      const { backgroundColor } = getComputedStyle(element)
      return backgroundColor === 'rgba(0, 0, 0, 0)' ? groundOf(element.parentElement) : hex(backgroundColor)
    }
    const paintOf = (element: Element, style: CSSStyleDeclaration, text: string) => [
      ...(roots.some((root) => root === element) ? [['ground', groundOf(element)]] : []),
      ...surface(element, style),
      ...edges(style),
      ...(text === '' ? [] : letters(style)),
      ...(element instanceof SVGGeometryElement || element instanceof SVGUseElement
        ? [...named(style, ofShape), ['shape', digest(shape.map((name) => element.getAttribute(name) ?? '').join(' '))]]
        : []),
      ...(element instanceof HTMLImageElement ? [['source', digest(element.src)]] : []),
      ...(element instanceof HTMLCanvasElement
        ? (window.paintedOn?.(element) ?? []).map((step, i) => [`${i}`, step])
        : []),
      ...stateOf(element),
      ...aside(element, '::before'),
      ...aside(element, '::after'),
    ]

    const lines: Line[] = []
    const look = (element: Element, depth: number, parent: { readonly x: number; readonly y: number }) => {
      const style = getComputedStyle(element)
      if (style.display === 'none' || style.opacity === '0' || element.matches('.MuiTouchRipple-root')) return
      const box = element.getBoundingClientRect()
      if (style.visibility === 'visible' && !element.matches('style, script, title, defs')) {
        const text = wordsOf(element)
        const place = `${tenth(box.x - parent.x)},${tenth(box.y - parent.y)} ${tenth(box.width)}x${tenth(box.height)}`
        lines.push({
          box: `${' '.repeat(depth)}${element.localName} ${place}${startOf(element, box)}`,
          paint: Object.fromEntries(paintOf(element, style, text)),
          text,
        })
      }
      for (const child of element.children) look(child, depth + 1, box)
    }
    // As a picture would be taken: what moves has arrived, and what moves for ever stands still.
    const moving = document.getAnimations()
    const endless = moving.filter((each) => each.effect?.getComputedTiming().endTime === Infinity)
    for (const each of moving) if (!endless.includes(each)) each.finish()
    for (const each of endless) each.cancel()
    for (const root of roots) look(root, 0, { x: 0, y: -scrollY })
    for (const each of endless) each.play()
    return lines
  })

/** One theme, or `light | dark` wherever the other has another colour. */
export const written = (lines: readonly Line[], dark?: readonly Line[]): string[] => {
  if (dark && dark.length !== lines.length) return [...written(lines), 'dark:', ...written(dark)]
  return lines.map((line, at) => {
    const other = dark?.[at] ?? line
    const names = new Set([...Object.keys(line.paint), ...Object.keys(other.paint)])
    return [
      both(line.box, other.box),
      ...[...names].map((name) => `${name}: ${both(line.paint[name] ?? '-', other.paint[name] ?? '-')}`),
      ...(line.text === '' && other.text === '' ? [] : [both(JSON.stringify(line.text), JSON.stringify(other.text))]),
    ].join('; ')
  })
}

/** As it was before, wherever it differs by less than a pixel: what one version of Chromium rounds otherwise than another. */
export const alike = (now: readonly string[], before: readonly string[]): string[] =>
  now.map((line, at) => {
    const known = before[at]
    return known !== undefined && isAlike(line, known) ? known : line
  })

const both = (light: string, dark: string) => (light === dark ? light : `${light} | ${dark}`)

const leastMovePx = 0.6

const isAlike = (line: string, known: string) => {
  const [a, b] = [line, known].map((one) => {
    const [box = '', ...rest] = one.split('; ')
    return {
      tag: box.replaceAll(/[-\d.]+/g, ''),
      numbers: box.match(/-?[\d.]+/g)?.map(Number) ?? [],
      rest: rest.join('; '),
    }
  })
  return (
    a?.tag === b?.tag &&
    a?.rest === b?.rest &&
    a?.numbers.length === b?.numbers.length &&
    a?.numbers.every((number, i) => Math.abs(number - (b?.numbers[i] ?? 0)) < leastMovePx) === true
  )
}
