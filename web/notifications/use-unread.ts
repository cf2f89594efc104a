// How many notifications are unread, for the bell. As long as it is shown they are polled.
import { useInbox } from './inbox.ts'

export const useUnread = (): number => useInbox().unread
