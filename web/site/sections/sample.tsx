// Something to be typed or sent as it stands, under the name of what it is.
import styles from './sample.module.css'

interface SampleProps {
  readonly title: string
  readonly text: string
}

export const Sample = ({ title, text }: SampleProps) => (
  <figure className={styles.sample}>
    <figcaption>{title}</figcaption>
    <pre>
      <code>{text}</code>
    </pre>
  </figure>
)
