import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { HeldNotice } from './held-notice.tsx'
import type { InboxView } from './inbox.ts'
import { NotificationList } from './notification-list.tsx'
import { aNotification } from './a-notification.testing.ts'

const shown = (changes: Partial<InboxView>): string => {
  const inbox: InboxView = {
    items: [],
    unread: 0,
    complete: true,
    asking: null,
    failed: null,
    held: [],
    removals: [],
    ...changes,
  }
  return renderToStaticMarkup(<NotificationList filter="all" inbox={inbox} focusTitle={() => {}} onLeave={() => {}} />)
}
const failed = 'Failed to fetch notifications'
const error = new Error('no answer')

test('where nothing could be fetched it is said, with a way to try again', () => {
  const html = shown({ items: null, failed: { what: 'newest', error } })
  expect(html).toMatch(new RegExp(`role="alert".*${failed}.*Retry`, 's'))
})

test('what is there stays where newer ones could not be fetched, and where older ones could not', () => {
  const newest = shown({ items: [aNotification()], failed: { what: 'newest', error } })
  expect(newest).toMatch(new RegExp(`role="alert".*${failed}.*Retry.*One`, 's'))
  const older = shown({ items: [aNotification()], complete: false, failed: { what: 'older', error } })
  expect(older).toMatch(new RegExp(`One.*role="alert".*${failed}.*Retry`, 's'))
  expect(shown({ items: [aNotification()] })).not.toContain(failed)
})

test('a notification has the icon and the word of its type, and says that it is of high priority', () => {
  const words = { success: 'Success', error: 'Error', warning: 'Warning', info: 'Information' } as const
  const icons = (['success', 'error', 'warning', 'info'] as const).map((type) => {
    const html = shown({ items: [aNotification({ type })] })
    expect(html).toContain(`${words[type]}: `)
    return /<path d="([^"]+)"/.exec(html)?.[1]
  })
  expect(new Set(icons).size).toBe(4)
  expect(shown({ items: [aNotification({ priority: 'high' })] })).toContain('High priority')
  for (const priority of ['low', 'medium'] as const)
    expect(shown({ items: [aNotification({ priority })] })).not.toContain('High priority')
})

const gone = (...ids: string[]) => ({ ids, unread: [] })

test('what was deleted is counted beside the button that brings it back', () => {
  const words = (...held: InboxView['held']) => renderToStaticMarkup(<HeldNotice held={held} onUndo={() => {}} />)
  expect(words(gone('a'))).toMatch(/Notification deleted.*Undo/)
  expect(words(gone('a'), gone('b'))).toContain('2 notifications deleted')
  expect(words({ until: '2026-11-21T12:00:00.000Z' })).toContain('All notifications deleted')
})
