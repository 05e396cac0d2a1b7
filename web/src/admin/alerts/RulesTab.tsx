import { Button } from '@mantine/core'
import { type AlertRulesAnswer, setAlertRules } from '@packboard/contract'
import { formatDateTime, formatTimeInState, noFigure } from '@packboard/model'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { CallFailed, call, failureText } from '../../api/call.ts'
import { useMachines } from '../../clients/clientQueries.ts'
import { ConfirmModal } from '../../crud/ConfirmModal.tsx'
import { IconButton } from '../../crud/IconButton.tsx'
import { formatCount } from '../../i18n/formatNumber.ts'
import { textsOf, useTexts } from '../../i18n/useTexts.ts'
import { IconBellOff, IconPencil, IconPlus } from '../../icons/furtherIcons.ts'
import { usePerson } from '../../session/useSession.ts'
import { useShownZone } from '../../time/zone.ts'
import { KeepDates } from '../../ui/KeepDates.tsx'
import { ErrorNote, Message } from '../../ui/Message.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { showToast } from '../../ui/Toasts.tsx'
import { useOpening } from '../../ui/useOpening.ts'
import styles from './AlertsView.module.css'
import { rulesQuery, useMachineTypes } from './alertQueries.ts'
import { type Mutable, MuteDialog, UnmuteButton } from './MuteDialog.tsx'
import editor from './RuleEditor.module.css'
import { RuleEditor } from './RuleEditor.tsx'
import { newRule, type RuleDraft, ruleOnWire } from './ruleDraft.ts'
import { informsWords, scopeWords } from './ruleWords.ts'

type StoredRule = AlertRulesAnswer['rules'][number]
type Editing = { readonly rule: RuleDraft; readonly isNew: boolean }

/** Sends all rules of a client at once, with the version that was read. */
function useSaveRules(clientId: number, stored: AlertRulesAnswer) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (rules: readonly RuleDraft[]) =>
      call(setAlertRules, {
        params: { clientId },
        body: { rules: [...rules], version: stored.version },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: rulesQuery(clientId).queryKey }),
    onError: (error) => showToast(failureText(error), true),
  })
}

/** The rules of a client: what each did in 30 days, and the one that is edited below them. */
export function RulesTab({
  clientId,
  stored,
  reload,
}: {
  clientId: number
  stored: AlertRulesAnswer
  reload: () => unknown
}) {
  const say = useTexts('alertRules')
  const sayAll = useTexts('ui')
  const { permissions, id: me } = usePerson()
  const mayEdit = permissions.editAlertRules
  const [editing, edit] = useState<Editing | null>(null)
  const saving = useSaveRules(clientId, stored)
  const muting = useOpening<Mutable>()
  const removing = useOpening<RuleDraft>()
  const rules = stored.rules.map(ruleOnWire)
  const ownId = stored.recipients.people.some(({ id }) => id === me) ? me : null
  const open = (next: Editing | null) => {
    saving.reset()
    edit(next)
  }
  const saved = () => {
    showToast(textsOf('alertRules')('saved'))
    open(null)
  }
  const save = (rule: RuleDraft) =>
    saving.mutate(
      rules.some(({ id }) => id === rule.id)
        ? rules.map((one) => (one.id === rule.id ? rule : one))
        : [...rules, rule],
      { onSuccess: saved },
    )
  const isConflict = saving.error instanceof CallFailed && saving.error.status === 409
  const problem = saving.error && (
    <div className={editor.failed}>
      <ErrorNote>{isConflict ? say('conflict') : failureText(saving.error)}</ErrorNote>
      {isConflict && (
        <Button
          variant="default"
          onClick={() => {
            open(null)
            void reload()
          }}
        >
          {say('showSaved')}
        </Button>
      )}
    </div>
  )
  return (
    <>
      <Panel
        title={say('tab.rules')}
        sub={say('count', { count: rules.length })}
        className={styles.rules}
        actions={
          mayEdit && (
            <Button
              variant="default"
              leftSection={<IconPlus size={16} />}
              onClick={() => open({ rule: newRule(ownId), isNew: true })}
            >
              {say('addRule')}
            </Button>
          )
        }
      >
        {!mayEdit && <p className={styles.quiet}>{say('readOnly')}</p>}
        {rules.length === 0 && !editing && (
          <Message title={say('noRules')} level={2}>
            {say('noRulesHint')}
          </Message>
        )}
        {rules.length > 0 && (
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{say('on')}</th>
                <th scope="col">{say('rule')}</th>
                <th scope="col" className={styles.informs}>
                  {say('informs')}
                </th>
                <th scope="col" data-numeric>
                  {say('opened30')}
                </th>
                <th scope="col" data-numeric className={styles.seen}>
                  {say('seenAfter')}
                </th>
                <th>
                  <span className="spoken">{sayAll('actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {stored.rules.map((rule) => (
                <RuleRow
                  key={rule.id}
                  {...{ clientId, rule, mayEdit }}
                  recipients={stored.recipients}
                  current={editing?.rule.id === rule.id}
                  busy={saving.isPending}
                  edit={() => open({ rule: ruleOnWire(rule), isNew: false })}
                  mute={() => muting.open({ ruleId: rule.id, name: rule.name })}
                  turn={(enabled) =>
                    saving.mutate(
                      rules.map((one) => (one.id === rule.id ? { ...one, enabled } : one)),
                    )
                  }
                />
              ))}
            </tbody>
          </table>
        )}
        {rules.length > 0 && <p className={styles.quiet}>{say('truthHelp')}</p>}
        {!editing && problem}
      </Panel>
      {editing && mayEdit && (
        <InSight key={`in sight ${editing.rule.id}`}>
          <RuleEditor
            key={editing.rule.id}
            clientId={clientId}
            {...editing}
            recipients={stored.recipients}
            saving={saving.isPending}
            problem={problem}
            save={save}
            remove={() => removing.open(editing.rule)}
            close={() => open(null)}
          />
        </InSight>
      )}
      <MutedMachines
        {...{ clientId, mayEdit }}
        muted={stored.mutedMachines}
        mute={(machines) => muting.open({ machines })}
      />
      {muting.about && (
        <MuteDialog
          key={muting.times}
          clientId={clientId}
          about={muting.about}
          {...muting.dialog}
        />
      )}
      {removing.about && (
        <RemoveRule
          rule={removing.about}
          send={(gone) => saving.mutateAsync(rules.filter(({ id }) => id !== gone.id))}
          done={() => open(null)}
          {...removing.dialog}
        />
      )}
    </>
  )
}

/** Brings a rule that was opened below a long list into sight. */
function InSight({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  // Its promise is no clean-up.
  useEffect(() => void place.current?.scrollIntoView?.({ block: 'nearest' }), [])
  return (
    <div ref={place} className={styles.inSight}>
      {children}
    </div>
  )
}

function RuleRow({
  clientId,
  rule,
  recipients,
  mayEdit,
  current,
  busy,
  edit,
  mute,
  turn,
}: {
  clientId: number
  rule: StoredRule
  recipients: AlertRulesAnswer['recipients']
  mayEdit: boolean
  current: boolean
  busy: boolean
  edit: () => void
  mute: () => void
  turn: (on: boolean) => void
}) {
  const say = useTexts('alertRules')
  const zone = useShownZone()
  const { nameOf } = useMachineTypes(clientId)
  const { name, enabled, last30Days: counts, mute: muted } = rule
  const { medianAcknowledgeSeconds: median } = counts
  return (
    <tr data-current={current}>
      <td>
        <Switch
          label={say('onNamed', { name })}
          on={enabled}
          disabled={!mayEdit || busy}
          change={turn}
        />
      </td>
      <td className={styles.rule}>
        {mayEdit ? (
          <button type="button" aria-expanded={current} onClick={edit}>
            {name}
          </button>
        ) : (
          <b>{name}</b>
        )}
        <small>{scopeWords(rule, say, nameOf)}</small>
        <small className={styles.informsBelow}>{informsWords(rule.steps, recipients, say)}</small>
        <small>
          {say('truthLine', {
            sent: formatCount(counts.sent),
            right: formatCount(counts.true),
            missed: formatCount(counts.missed),
            late: formatCount(counts.late),
          })}
        </small>
        {muted && (
          <span className={styles.muted}>
            <KeepDates>
              {say('mutedUntil', {
                until: formatDateTime(muted.until, zone).slice(0, -3),
                name: muted.by,
                reason: muted.reason,
              })}
            </KeepDates>
            {mayEdit && (
              <UnmuteButton
                {...{ clientId, name }}
                of={{ ruleId: rule.id }}
                reason={muted.reason}
              />
            )}
          </span>
        )}
      </td>
      <td className={styles.informs}>{informsWords(rule.steps, recipients, say)}</td>
      <td data-numeric>{formatCount(counts.opened)}</td>
      <td data-numeric className={styles.seen}>
        {median === null ? noFigure : formatTimeInState(median)}
      </td>
      <td className={styles.actions}>
        {mayEdit && (
          <span>
            {!muted && (
              <IconButton label={say('muteNamed', { name })} icon={IconBellOff} onClick={mute} />
            )}
            <IconButton label={say('editNamed', { name })} icon={IconPencil} onClick={edit} />
          </span>
        )}
      </td>
    </tr>
  )
}

function RemoveRule({
  rule,
  send,
  done,
  ...dialog
}: {
  rule: RuleDraft
  send: (rule: RuleDraft) => Promise<unknown>
  done: () => void
  opened: boolean
  onClose: () => void
}) {
  const say = useTexts('alertRules')
  return (
    <ConfirmModal
      title={say('removeRule')}
      confirm={say('remove')}
      busy={say('removing')}
      consequence={say('removeWhat')}
      send={() => send(rule)}
      done={() => {
        showToast(textsOf('alertRules')('removed'))
        done()
      }}
      {...dialog}
    >
      <p>{say('removeQuestion', { name: rule.name, b: (inner) => <b>{inner}</b> })}</p>
    </ConfirmModal>
  )
}

/** Machines of which nothing is sent, whatever the rule. */
function MutedMachines({
  clientId,
  muted,
  mayEdit,
  mute,
}: {
  clientId: number
  muted: AlertRulesAnswer['mutedMachines']
  mayEdit: boolean
  mute: (machines: readonly string[]) => void
}) {
  const say = useTexts('alertRules')
  const zone = useShownZone()
  const { data } = useMachines(clientId)
  const others = (data?.machines ?? [])
    .map(({ machineId }) => machineId)
    .filter((machineId) => !muted.some((one) => one.machineId === machineId))
  if (muted.length === 0 && !mayEdit) return null
  return (
    <Panel
      title={say('mutedMachines')}
      level={3}
      sub={muted.length === 0 ? noFigure : String(muted.length)}
      actions={
        mayEdit &&
        others.length > 0 && (
          <Button variant="default" size="xs" onClick={() => mute(others)}>
            {say('muteMachine')}
          </Button>
        )
      }
    >
      {muted.length > 0 && (
        <ul className={styles.mutedMachines}>
          {muted.map(({ machineId, until, reason, by }) => (
            <li key={machineId}>
              <b>{machineId}</b>
              <KeepDates>
                {say('mutedUntil', {
                  until: formatDateTime(until, zone).slice(0, -3),
                  name: by,
                  reason,
                })}
              </KeepDates>
              {mayEdit && (
                <UnmuteButton {...{ clientId, reason }} of={{ machineId }} name={machineId} />
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
