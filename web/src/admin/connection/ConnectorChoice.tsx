import { connectorForms, connectors } from '@packboard/contract'
import { useTexts } from '../../i18n/useTexts.ts'
import styles from './ConnectionView.module.css'
import type { Connector } from './connectionForm.ts'

/** The connectors that there are, each with what a machine sends to. */
export function ConnectorChoice({
  value,
  choose,
}: {
  value: Connector
  choose: (connector: Connector) => void
}) {
  const say = useTexts('connection')
  return (
    <fieldset className={styles.connectors} aria-label={say('connector')}>
      {connectors.map((connector) => {
        const { name, below } = connectorForms[connector]
        return (
          <label key={connector} data-chosen={connector === value}>
            <input
              type="radio"
              name="connector"
              aria-label={name}
              checked={connector === value}
              onChange={() => choose(connector)}
            />
            <b>{name}</b>
            <small>{below}</small>
          </label>
        )
      })}
    </fieldset>
  )
}
