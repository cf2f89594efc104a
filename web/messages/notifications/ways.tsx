// Where a notification leads: its button, and what there is to read besides.
import type { Notification } from '@gatehouse/contract/messages/notifications'
import { Link } from '../../kit/place.tsx'
import { PlainButtonLink } from '../../ui/primitives/plain-button.tsx'
import { act } from './acts.ts'
import { linkOf } from './shown.ts'

interface WaysProps {
  readonly item: Notification
  /** Following a link of ours leaves where it is shown. */
  readonly onLeave?: () => void
}

export const Ways = ({ item: { id, action, path, metadata }, onLeave }: WaysProps) => {
  const page = path === undefined ? null : linkOf(path)
  const link = metadata ? linkOf(metadata.url) : null
  const follow = () => act('followed', id)
  const leave = () => {
    follow()
    onLeave?.()
  }
  return (
    <>
      {action && page?.ours && (
        <PlainButtonLink to={page.to} onClick={leave}>
          {action}
        </PlainButtonLink>
      )}
      {metadata && link?.ours && (
        <Link to={link.to} onClick={leave}>
          {metadata.linkText}
        </Link>
      )}
      {metadata && link && !link.ours && (
        <a href={link.to} target="_blank" rel="noreferrer" onClick={follow}>
          {metadata.linkText}
        </a>
      )}
    </>
  )
}
