// The bell: how many notifications are unread, and the panel with them.
import { useBell } from '../../messages/notifications/use-unread.ts'
import { Icon } from '../../ui/primitives/icon.tsx'
import { later, useFetchedAhead } from '../../ui/feedback/later.tsx'
import { RoundButton } from '../../ui/primitives/round-button.tsx'
import { useAnnounced } from '../menu/use-announced.ts'

const NotificationPanel = later(
  async () => (await import('../../messages/notifications/notification-panel.tsx')).NotificationPanel,
  'over',
)

const most = 99

export const Bell = () => {
  const { unread, isCutOff } = useBell()
  const { shown: anchor, show, close } = useAnnounced<HTMLElement>(() => 'Notifications')
  useFetchedAhead(NotificationPanel)
  return (
    <>
      <RoundButton
        name={['Notifications', unread > 0 && `${unread} unread`, isCutOff && 'not connected']
          .filter(Boolean)
          .join(', ')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onPointerEnter={() => void NotificationPanel.fetch()}
        onClick={({ currentTarget }) => show(currentTarget)}
      >
        <Icon name="bell" size="medium" />
        {unread > 0 && (
          <span
            className="absolute [inset:var(--space-1)_auto_auto_50%] min-w-[18px] rounded-[9px] bg-critical px-1 text-center text-[0.6875rem] leading-[18px] font-bold text-surface tabular-nums"
            aria-hidden="true"
          >
            {unread > most ? `${most}+` : unread}
          </span>
        )}
        {isCutOff && (
          <span className="absolute [inset:auto_var(--space-1)_var(--space-1)_auto] grid rounded-[50%] bg-surface text-critical">
            <Icon name="offline" />
          </span>
        )}
      </RoundButton>
      {anchor && <NotificationPanel anchor={anchor} onClose={close} />}
    </>
  )
}
