// What a push message says and where it leads: read with care, for the worker must show something whatever came.

export interface Message {
  readonly title: string
  readonly options: {
    readonly body: string
    /** The same told again takes the place of the one that is shown. */
    readonly tag: string
    readonly icon: string
    readonly badge: string
    /** Stays until somebody has seen to it. */
    readonly requireInteraction: boolean
    /** Buttons of the notification itself. */
    readonly actions: readonly { readonly action: string; readonly title: string }[]
    readonly data: Shown
  }
}

export interface Shown {
  readonly path: string
  /** Says to the server which one was shown, and opened. */
  readonly token: string | null
}

const icon = '/icons/any-192.png'

/** The button of a notification of an alarm. */
export const acknowledgeAction = 'acknowledge'

export const messageIn = (text: string | undefined, origin: string): Message => {
  const message = read(text)
  const word = (name: string) => (typeof message[name] === 'string' ? message[name] : '')
  return {
    title: word('title') || 'Gatehouse',
    options: {
      body: word('message'),
      tag: word('id') || 'gatehouse',
      icon,
      badge: icon,
      requireInteraction: message['priority'] === 'high',
      actions: message['alarm'] === true ? [{ action: acknowledgeAction, title: 'Acknowledge' }] : [],
      data: { path: ownPath(word('path'), origin), token: word('token') || null },
    },
  }
}

/** What was kept with a notification when it was shown. */
export const shownIn = (data: unknown, origin: string): Shown => {
  const message: Record<string, unknown> = typeof data === 'object' && data !== null ? { ...data } : {}
  const { path, token } = message
  return {
    path: ownPath(typeof path === 'string' ? path : '', origin),
    token: typeof token === 'string' ? token : null,
  }
}

/** Nothing leads elsewhere. */
const ownPath = (path: string, origin: string): string => {
  const url = path.startsWith('/') && URL.canParse(path, origin) ? new URL(path, origin) : null
  return url?.origin === origin ? `${url.pathname}${url.search}${url.hash}` : '/notifications'
}

const read = (text: string | undefined): Record<string, unknown> => {
  try {
    const message: unknown = JSON.parse(text ?? '')
    return typeof message === 'object' && message !== null ? { ...message } : {}
  } catch {
    return {}
  }
}
