// A person as the product knows them, with the picture they choose.
import type { User } from '@gatehouse/contract/identity/auth'
import { removePicture, uploadPicture } from '@gatehouse/contract/identity/profile'
import Button from '@mui/material/Button'
import { type DragEvent, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { useMissing } from '../../kit/can.tsx'
import { Avatar } from '../../ui/primitives/avatar.tsx'
import { Fact } from '../../ui/primitives/facts.tsx'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { When } from '../../ui/time/when.tsx'
import { keepUser } from './keep-user.ts'
import { type Opened, open } from './picture-file.ts'

const PictureDialog = later(async () => (await import('./picture-dialog.tsx')).PictureDialog, 'over')

export const IdentityCard = ({ user }: { readonly user: User }) => {
  const mayChange = useMissing(uploadPicture).length === 0 && user.viewedBy === null
  return (
    <section
      className="grid justify-items-center gap-4 rounded border border-line bg-surface px-4 pt-6 pb-3"
      aria-labelledby="identity"
    >
      {mayChange ? (
        <OwnPicture user={user} />
      ) : (
        <Avatar picture={user.profilePicture} name={user.displayName} size="large" />
      )}
      <div className="grid justify-items-center gap-1 text-center wrap-anywhere [&_a]:inline-flex [&_a]:min-h-touch [&_a]:items-center [&_h2]:text-xl">
        <h2 id="identity">{user.displayName}</h2>
        <p className="mb-1 text-muted">{user.email}</p>
        {user.verified ? (
          <StatusWord state="normal" word="Verified" pill />
        ) : (
          <StatusWord state="warning" word="Address not verified" pill />
        )}
        {!user.verified && mayChange && <Link to="/settings/account#address">Verify it</Link>}
      </div>
      <dl className="w-full">
        <Fact label={user.roles.length === 1 ? 'Role' : 'Roles'}>
          {user.roles.length === 0 ? 'None yet' : user.roles.map(({ name }) => name).join(', ')}
        </Fact>
        <Fact label="Labels">
          {user.permissions.includes('admin_access') ? 'All: labels hide nothing from you' : labelWords(user)}
        </Fact>
        <Fact label="Company">{user.company?.name ?? <Link to="/user/register">None yet: join one</Link>}</Fact>
        {user.job && <Fact label="Job">{user.job}</Fact>}
        {user.department && <Fact label="Department">{user.department}</Fact>}
        <Fact label="Last sign-in">{user.lastLoggedIn ? <When at={user.lastLoggedIn} /> : 'Not yet'}</Fact>
      </dl>
    </section>
  )
}

const OwnPicture = ({ user }: { readonly user: User }) => {
  const [opened, setOpened] = useState<Opened | null>(null)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const [file] = event.dataTransfer.files
    if (file) void open(file).then(setOpened)
  }
  return (
    <div className="grid justify-items-center gap-3" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <Avatar picture={user.profilePicture} name={user.displayName} size="large" />
      <div className="flex flex-wrap justify-center gap-2">
        <Button
          variant="outlined"
          onPointerEnter={() => void PictureDialog.fetch()}
          onClick={() => setOpened({ chosen: null, failure: null })}
        >
          {user.profilePicture ? 'Change picture' : 'Add picture'}
        </Button>
        {user.profilePicture && (
          <ConfirmButton
            title="Remove your profile picture?"
            action="Remove"
            run={remove}
            done="Your picture was removed."
          >
            <p>Everybody sees your initials instead. The picture is deleted from the server.</p>
          </ConfirmButton>
        )}
      </div>
      {opened && <PictureDialog begin={opened} onClose={() => setOpened(null)} />}
    </div>
  )
}

const remove = async () => keepUser((await call(removePicture, {})).user)

const labelWords = ({ accessibleLabels }: User) =>
  accessibleLabels.length === 0
    ? 'None: you see what carries no label'
    : accessibleLabels.map(({ name }) => name).join(', ')
