// The foot of public pages: where one can go from there, as far as it is there.
import { publicPaths } from 'virtual:pages/site'
import { DocumentLink, Link } from '../../kit/place.tsx'
import { Wordmark } from '../../ui/primitives/wordmark.tsx'
import { footerLinks, isDocument } from './footer-links.ts'
import styles from './footer.module.css'

const there = new Set([...publicPaths, '/signin', '/signup'])

export const Footer = () => (
  <footer className={styles.foot}>
    <div className="grid max-w-[24rem] flex-[1_1_14rem] content-start gap-2 text-text [&_p]:text-muted">
      <Wordmark />
      <p>The self-hosted, open platform a building is run on.</p>
    </div>
    <nav aria-label="More pages" className={styles.sections}>
      {Object.entries(footerLinks).map(([title, links]) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul>
            {Object.entries(links)
              .filter(([to]) => isDocument(to) || there.has(to))
              .map(([to, label]) => (
                <li key={to}>
                  {isDocument(to) ? <DocumentLink to={to}>{label}</DocumentLink> : <Link to={to}>{label}</Link>}
                </li>
              ))}
          </ul>
        </section>
      ))}
    </nav>
  </footer>
)
