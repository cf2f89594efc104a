// Every save of an article: what each one changed, and the way back to it.
import { type Article, restore, revision, revisions } from '@gatehouse/contract/site/blog'
import { useQuery } from '@tanstack/react-query'
import { Link, type To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { SideSheet, useCloseSheet } from '../../ui/sheets/side-sheet.tsx'
import { SkeletonRows, View } from '../../ui/feedback/states.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { When } from '../../ui/time/when.tsx'
import { fieldsOf, wholeText } from './article-fields.ts'
import { CompareView } from './compare-view.tsx'

interface RevisionsSheetProps {
  readonly article: Article
  /** What is typed and not saved would be lost by going back. */
  readonly unsaved: boolean
  readonly readOnly: boolean
  /** `all`, or the number of the one that is looked at. */
  readonly shown: string
  readonly to: (shown: string) => To
  readonly closed: To
  readonly onRestored: (article: Article) => void
}

export const RevisionsSheet = ({ article, shown, to, closed, ...others }: RevisionsSheetProps) => {
  const query = useQuery(queryOf(revisions, { id: article.id }))
  const number = Number(shown)
  return (
    <SideSheet
      wide
      title={number > 0 ? `Revision ${number}` : 'Revisions'}
      subtitle={number > 0 ? <Link to={to('all')}>All revisions</Link> : article.title}
      closed={closed}
    >
      {number > 0 ? (
        <OneRevision key={number} article={article} number={number} closed={closed} {...others} />
      ) : (
        <View
          op={revisions}
          query={query}
          skeleton={<SkeletonRows rows={4} />}
          failed="The revisions could not be loaded"
        >
          {({ revisions: all }) => (
            <ol className="grid">
              {all.map(({ number: one, savedAt, savedBy, title, restoredFrom }) => (
                <li key={one} className="grid gap-1 border-b border-b-line py-3 wrap-anywhere">
                  <Link to={to(String(one))} className="font-semibold">
                    Revision {one}
                    {one === article.revision && ' (current)'}
                  </Link>
                  <span>{title}</span>
                  <span className="text-sm text-muted">
                    {savedBy}, <When at={savedAt} />
                    {restoredFrom !== null && `, brought back from revision ${restoredFrom}`}
                  </span>
                </li>
              ))}
            </ol>
          )}
        </View>
      )}
    </SideSheet>
  )
}

interface OneRevisionProps
  extends Pick<RevisionsSheetProps, 'article' | 'unsaved' | 'readOnly' | 'closed' | 'onRestored'> {
  readonly number: number
}

const OneRevision = ({ article, number, unsaved, readOnly, closed, onRestored }: OneRevisionProps) => {
  const query = useQuery(queryOf(revision, { id: article.id, number }))
  const close = useCloseSheet(closed)
  const isCurrent = number === article.revision
  return (
    <View op={revision} query={query} skeleton={<SkeletonRows rows={6} />} failed="The revision could not be loaded">
      {({ revision: old }) => (
        <div className="grid grid-cols-1 gap-4">
          <p className="text-sm text-muted">
            Saved by {old.savedBy}, <When at={old.savedAt} />
          </p>
          {!isCurrent && (
            <CompareView
              names={{ before: `Revision ${number}`, after: `Revision ${article.revision}, current` }}
              before={wholeText(fieldsOf(old))}
              after={wholeText(fieldsOf(article))}
            />
          )}
          {isCurrent && <p>This is the article as it is.</p>}
          {!isCurrent && !readOnly && (
            <p>
              <ConfirmButton
                label={`Restore revision ${number}`}
                variant="contained"
                action="Restore"
                title={`Restore revision ${number}?`}
                tone="plain"
                run={async () => {
                  const answer = await call(restore, { id: article.id, number, revision: article.revision })
                  onRestored(answer.article)
                  toast('success', `Revision ${number} is back, as revision ${answer.article.revision}.`)
                }}
                then={close}
              >
                <p>
                  It becomes revision {article.revision + 1}. Revision {article.revision} stays in this list
                  {article.status === 'published' ? ', and readers see the change at once.' : '.'}
                </p>
                {unsaved && <p>What you have typed and not saved is lost.</p>}
              </ConfirmButton>
            </p>
          )}
        </div>
      )}
    </View>
  )
}
