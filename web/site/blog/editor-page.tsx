// The pages on which articles are begun and edited.
import { open } from '@gatehouse/contract/site/blog'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { isStatus } from '../../kit/data/api.ts'
import { basisOf, draftKey, moveDraft } from '../../kit/data/draft-store.ts'
import { Link } from '../../kit/place.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { useSession } from '../../kit/session/session-state.ts'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { Empty, SkeletonRows, View } from '../../ui/feedback/states.tsx'
import { draftName, EditorForm } from './editor-form.tsx'

export const CreatePage = () => {
  const { user } = useSession()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const keyAt = (path: string) => draftKey(user?.id ?? '', path, draftName)
  // Typed on after it was saved for the first time, and then loaded anew.
  const [begun] = useState(() => basisOf(keyAt(pathname))?.id)
  const goOn = useEffectEvent((id: string) => {
    moveDraft(keyAt(pathname), keyAt(`/blog/edit/${id}`))
    void navigate(`/blog/edit/${id}`, { replace: true })
  })
  useEffect(() => {
    if (begun !== undefined) goOn(begun)
  }, [begun])
  return begun === undefined ? <EditorForm article={null} author={user?.displayName ?? ''} /> : null
}

export const EditPage = () => {
  const { id = '' } = useParams()
  // Asked for anew each time: one goes on from what others have saved meanwhile.
  const query = useQuery({ ...queryOf(open, { id }), gcTime: 0 })
  // Once it is open, what is typed stays: saving it says that the article is gone.
  if (query.data === undefined && (isStatus(query.error, 404) || isStatus(query.error, 422))) return <NotThere />
  return (
    <View
      op={open}
      query={query}
      skeleton={
        <div className="grid grid-cols-1 gap-4">
          <PageHeader title="Edit article" breadcrumbs={[{ label: 'Blog', to: '/blog' }]} />
          <SkeletonRows rows={8} />
        </div>
      }
      failed="The article could not be loaded"
    >
      {({ article }) => <EditorForm key={article.id} article={article} author={article.author} />}
    </View>
  )
}

const NotThere = () => (
  <div className="grid grid-cols-1 gap-4">
    <PageHeader title="Edit article" breadcrumbs={[{ label: 'Blog', to: '/blog' }]} />
    <Empty title="This article is not there">
      <p>It may have been deleted since the link was made, or it is not one of your company.</p>
      <Link to="/blog">To the blog</Link>
    </Empty>
  </div>
)
