// Which part of a plan is in sight: how near one is, and what is in the middle. Pure.

export interface Viewport {
  /** 1: the whole plan is in sight. */
  readonly zoom: number
  /** What of the plan is in the middle, 0 to 1. */
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

export const nearest = 12
export const whole: Viewport = { zoom: 1, x: 0.5, y: 0.5 }

/** The plan as it is drawn: its size and where its corner is, in pixels of the frame. */
export const sheetOf = (view: Viewport, frame: Size, plan: Size): Size & { left: number; top: number } => {
  const scale = Math.min(frame.width / plan.width, frame.height / plan.height) * view.zoom
  const [width, height] = [plan.width * scale, plan.height * scale]
  return { width, height, left: frame.width / 2 - view.x * width, top: frame.height / 2 - view.y * height }
}

/** Nothing beside the plan is looked at while there is plan to look at. */
export const withinView = (view: Viewport, frame: Size, plan: Size): Viewport => {
  const zoom = Math.min(Math.max(view.zoom, 1), nearest)
  const { width, height } = sheetOf({ ...view, zoom }, frame, plan)
  const within = (at: number, shown: number, all: number) => {
    const margin = shown / 2 / all
    return margin >= 0.5 ? 0.5 : Math.min(Math.max(at, margin), 1 - margin)
  }
  return { zoom, x: within(view.x, frame.width, width), y: within(view.y, frame.height, height) }
}

/** Nearer or farther by a factor; what is under the point stays there. */
export const zoomed = (view: Viewport, factor: number, at: Point, frame: Size, plan: Size): Viewport => {
  const before = sheetOf(view, frame, plan)
  const [x, y] = [(at.x - before.left) / before.width, (at.y - before.top) / before.height]
  const zoom = Math.min(Math.max(view.zoom * factor, 1), nearest)
  const { width, height } = sheetOf({ ...view, zoom }, frame, plan)
  return withinView(
    { zoom, x: x + (frame.width / 2 - at.x) / width, y: y + (frame.height / 2 - at.y) / height },
    frame,
    plan,
  )
}

/** Drawn along by so many pixels. */
export const moved = (view: Viewport, by: Point, frame: Size, plan: Size): Viewport => {
  const { width, height } = sheetOf(view, frame, plan)
  return withinView({ ...view, x: view.x - by.x / width, y: view.y - by.y / height }, frame, plan)
}
