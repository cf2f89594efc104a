// What is done about how people and programs are told of what happens, in words.
import type { Words } from './action-words.ts'

export const tellingWords: Readonly<Record<string, Words>> = {
  'channels.browsers': ['Looked', 'at the browsers that show their notifications'],
  'channels.deliveries': ['Looked', 'at what left Gatehouse'],
  'channels.myPreferences': ['Looked', 'at how they are told of what'],
  'channels.receipts': ['Looked', 'at what became of a notification'],
  'channels.retryDelivery': ['Sent', 'what was given up for {} once more', 'what was given up once more'],
  'channels.setPreferences': ['Chose', 'how they are told of what'],
  'channels.subscribe': ['Added', 'a browser that shows their notifications'],
  'channels.testPush': ['Sent', 'a test to their own browsers'],
  'channels.unsubscribe': ['Removed', 'a browser that showed their notifications'],

  'notifications.byId': ['Looked', 'at a notification of theirs'],
  'notifications.clear': ['Deleted', 'all their notifications'],
  'notifications.list': ['Looked', 'at their notifications'],
  'notifications.read': ['Marked', 'a notification as read'],
  'notifications.readMany': ['Marked', 'notifications as read'],
  'notifications.remove': ['Deleted', 'a notification of theirs'],
  'notifications.removeMany': ['Deleted', 'notifications of theirs'],
  'notifications.unread': ['Marked', 'a notification as unread again'],

  'webhooks.create': ['Added', 'the webhook {}', 'a webhook'],
  'webhooks.deliveries': ['Looked', 'at what was sent to the webhook {}', 'at what was sent to a webhook'],
  'webhooks.list': ['Looked', 'at the webhooks'],
  'webhooks.remove': ['Deleted', 'the webhook {}', 'a webhook'],
  'webhooks.replay': ['Sent', 'a message to the webhook {} again', 'a message to a webhook again'],
  'webhooks.replayFailed': ['Sent', 'all that failed to the webhook {} again', 'all that failed to a webhook again'],
  'webhooks.rotate': ['Gave', 'the webhook {} a new secret', 'a webhook a new secret'],
  'webhooks.test': ['Sent', 'a ping to the webhook {}', 'a ping to a webhook'],
  'webhooks.update': ['Changed', 'the webhook {}', 'a webhook'],
}
