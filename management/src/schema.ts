import type {
  AlertKind,
  AlertOrigin,
  AlertRule,
  AlertSeverity,
  ColourScheme,
  CompanyRoleRow,
  CountedPacks,
  DefinitionSpeed,
  Density,
  Divisor,
  FirstSignIn,
  Flow,
  KioskKind,
  OperatorSetting,
  OverviewGrouping,
  PlanEntry,
  PlanKind,
  ProgramGroup,
  ReasonAlarm,
  ReasonCause,
  ReasonName,
  Report,
  ReportFile,
  SettingKind,
  ShiftSide,
  ShiftStart,
  StateCategory,
} from '@packboard/model'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Overrides of the categories of states for one machine type (D13). */
export type CategoryOverrides = Partial<Record<number, StateCategory>>

/** The connector that a machine uses (D44). */
export type ConnectorKind = 'http' | 'mqttJson' | 'packmlTags' | 'sparkplug' | 'opcua'

/** How the OPC UA server of a machine is signed in to (D46). */
export type OpcUaSecurity = 'strongest' | 'none' | 'sign' | 'signAndEncrypt'

/** The certificate of an OPC UA server that a person trusts. */
export type TrustedCertificate = {
  /** SHA-256 of the whole certificate, 64 hexadecimal digits. */
  readonly fingerprint: string
  readonly subject: string
  /** ISO 8601. */
  readonly validFrom: string
  readonly validTo: string
}

/** A named state dictionary (`iso-tr88`…) or the machine's own table from its words to state codes (D45). */
export type StateDictionary = string | Record<string, number>

/** How a person signed in. */
export type SessionWay = 'password' | 'passkey' | 'company'

/** What a person is sent to its company for. */
export type FlowPurpose = 'signIn' | 'link' | 'confirm' | 'try'

type Instant = ColumnType<Date, Date | undefined, Date>
type MaybeInstant = ColumnType<Date | null, Date | null | undefined, Date | null>
type Text = ColumnType<string, string | undefined, string>
type MaybeText = ColumnType<string | null, string | null | undefined, string | null>
type MaybeNumber = ColumnType<number | null, number | null | undefined, number | null>
/** Beyond 32 bits: read as digits. */
type BigNumber = ColumnType<string, number, number>
type MaybeFlag = ColumnType<boolean | null, boolean | null | undefined, boolean | null>
/** Incremented by the database with every change of the row. */
type Version = ColumnType<number, number | undefined, never>
type Flag = ColumnType<boolean, boolean | undefined, boolean>
/** Written as JSON text, read as the parsed value. */
type Json<Value> = ColumnType<Value, string | undefined, string>
type MaybeJson<Value> = ColumnType<Value | null, string | null | undefined, string | null>
/** A date or a time on the wall: written as text, read by `to_char`, never as a moment of this process's zone. */
type WallText = ColumnType<Date, string, string>
type MaybeWallText = ColumnType<Date | null, string | null, string | null>

/** The days of UTC, YYYY-MM-DD, whose minutes of a machine are to be computed anew after a change of the past. */
export type SettingRebuild = {
  readonly machineId: number
  readonly firstDay: string
  readonly lastDay: string
}

/** The tables of the management store, as the query builder sees them. */
export type Schema = {
  subscription: { id: Generated<number>; label: string }
  distributor: {
    id: Generated<number>
    name: string
    location: MaybeText
    contact_name: Text
    contact_email: Text
    contact_number: Text
    created_at: Instant
    deleted_at: MaybeInstant
    version: Version
  }
  client: {
    id: Generated<number>
    name: string
    location: MaybeText
    zone: Text
    contact_name: Text
    contact_email: Text
    contact_number: Text
    distributor_id: MaybeNumber
    subscription_id: number
    enabled: Flag
    operator_rows: ColumnType<OperatorSetting, OperatorSetting | undefined, OperatorSetting>
    created_at: Instant
    deleted_at: MaybeInstant
    hooks_version: ColumnType<number, number | undefined, number>
    version: Version
    /** Where its records are. */
    cell_id: ColumnType<number, number | undefined, never>
  }
  cell: {
    id: number
    shard: number
    named: Flag
    generation: ColumnType<string, undefined, string>
    url: MaybeText
    renewed_at: Instant
    report: Json<unknown>
  }
  cluster_process: { id: string; url: string; seen_at: Instant; clock_ms: number }
  cluster_secret: { single: Flag; secret: string }
  machine_type: {
    id: Generated<number>
    label: string
    image_path: Text
    created_at: Instant
    deleted_at: MaybeInstant
    version: Version
  }
  line: {
    id: Generated<number>
    client_id: number
    name: string
    created_at: Instant
    deleted_at: MaybeInstant
  }
  machine: {
    id: Generated<number>
    client_id: number
    machine_type_id: number
    line_id: MaybeNumber
    serial_no: string
    connector: ColumnType<ConnectorKind, ConnectorKind | undefined, ConnectorKind>
    topic_prefix: MaybeText
    dictionary: MaybeJson<StateDictionary>
    /** When a person confirmed the named dictionary; of nobody where the account is gone. */
    dictionary_confirmed_at: MaybeInstant
    dictionary_confirmed_by: MaybeNumber
    created_at: Instant
    deleted_at: MaybeInstant
    deleted_with_client: Flag
    version: Version
  }
  machine_opcua: {
    machine_id: number
    security: OpcUaSecurity
    user_name: MaybeText
    /** In clear, until the first start with a key has sealed it. */
    password: MaybeText
    sealed_password: MaybeText
    trusted: MaybeJson<TrustedCertificate>
  }
  user_account: {
    id: Generated<number>
    username: string
    email: MaybeText
    first_name: Text
    last_name: Text
    contact_number: Text
    group_id: MaybeNumber
    client_id: MaybeNumber
    distributor_id: MaybeNumber
    password_hash: MaybeText
    enabled: Flag
    created_at: Instant
    created_by: MaybeNumber
    password_changed_at: MaybeInstant
    deleted_at: MaybeInstant
    deleted_with_client: Flag
    version: Version
  }
  device_key: { single: Flag; key: Buffer }
  device: {
    id: Generated<number>
    client_id: number
    name: string
    every_machine: Flag
    enabled: Flag
    created_at: Instant
    created_by: MaybeNumber
    last_seen_at: MaybeInstant
    deleted_at: MaybeInstant
    deleted_with_client: Flag
    version: Version
  }
  device_token: {
    hash: Buffer
    device_id: number
    created_at: ColumnType<Date, Date, never>
    expires_at: MaybeInstant
  }
  device_machine: { device_id: number; machine_id: number; client_id: number }
  session: {
    token_hash: Buffer
    user_id: number
    created_at: ColumnType<Date, Date, never>
    last_seen_at: ColumnType<Date, Date, Date>
    /** bigint: text on the way out. */
    idle_ms: ColumnType<string, number, number>
    expires_at: ColumnType<Date, Date, Date>
    browser_saved: boolean
    address: Text
    browser: Text
    id: GeneratedAlways<number>
    way: SessionWay
    identity_provider_id: MaybeNumber
    provider_session: MaybeText
    confirmed_at: MaybeInstant
  }
  totp_factor: {
    user_id: number
    secret: string
    created_at: ColumnType<Date, Date, Date>
    confirmed_at: MaybeInstant
    /** bigint: text on the way out. */
    last_step: ColumnType<string | null, number | null | undefined, number | null>
  }
  passkey: {
    id: GeneratedAlways<number>
    user_id: number
    credential_id: string
    public_key: Buffer
    counter: BigNumber
    transports: Json<readonly string[]>
    name: string
    created_at: ColumnType<Date, Date, never>
    last_used_at: MaybeInstant
  }
  passkey_challenge: {
    hash: Buffer
    purpose: 'signIn' | 'show' | 'add'
    user_id: number | null
    expires_at: ColumnType<Date, Date, never>
  }
  recovery_code: {
    hash: Buffer
    user_id: number
    created_at: ColumnType<Date, Date, never>
    used_at: MaybeInstant
  }
  sign_in_ticket: {
    token_hash: Buffer
    user_id: number
    sets_up: boolean
    tries: ColumnType<number, number | undefined, number>
    browser_saved: boolean
    expires_at: ColumnType<Date, Date, never>
  }
  factor_grace: { user_id: number; began_at: ColumnType<Date, Date, never> }
  known_browser: { user_id: number; place: Buffer; last_at: ColumnType<Date, Date, Date> }
  sign_in_setting: {
    only_row: Flag
    notice: string
    idle_minutes: number | null
    version: Version
  }
  identity_provider: {
    id: GeneratedAlways<number>
    name: string
    client_id: MaybeNumber
    distributor_id: MaybeNumber
    issuer: string
    oidc_client_id: string
    secret: MaybeText
    scopes: string
    role_claim: string
    roles: Json<readonly CompanyRoleRow[]>
    first_sign_in: FirstSignIn
    enabled: Flag
    forced: Flag
    break_glass_user_id: MaybeNumber
    created_at: Instant
    created_by: MaybeNumber
    version: Version
  }
  identity_provider_domain: {
    identity_provider_id: number
    domain: string
    proof: string
    proven_at: MaybeInstant
  }
  identity: {
    id: GeneratedAlways<number>
    issuer: string
    subject: string
    user_id: number
    identity_provider_id: MaybeNumber
    email: MaybeText
    linked_at: Instant
    last_at: MaybeInstant
  }
  company_flow: {
    state_hash: Buffer
    identity_provider_id: number
    purpose: FlowPurpose
    challenge: Buffer
    user_id: MaybeNumber
    sealed: MaybeText
    expires_at: Instant
    code_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
    outcome: MaybeText
  }
  company_session: {
    token_hash: Buffer
    refresh: MaybeText
    answered_at: Instant
    queried_at: Instant
  }
  sign_in_failure: {
    subject: Buffer
    failures: number
    window_from: ColumnType<Date, Date, Date>
    last_at: ColumnType<Date, Date, Date>
  }
  secrets_key: { single: Flag; key_id: string; since: Instant }
  installation: { only_row: Flag; id: string; complete: Flag; named_at: Instant }
  installation_limit: {
    only_row: Flag
    device_mb_per_day: MaybeNumber
    quarantine_records: MaybeNumber
    quarantine_mb: MaybeNumber
    version: Version
  }
  backup_setting: {
    only_row: Flag
    every_hours: MaybeNumber
    start_hour: number
    keep: number
    version: Version
  }
  backup_run: {
    id: GeneratedAlways<string>
    started_at: ColumnType<Date, Date, never>
    ended_at: ColumnType<Date, Date, never>
    folder: string
    name: MaybeText
    /** bigint: text on the way out. */
    bytes: ColumnType<string | null, number | null, never>
    new_bytes: ColumnType<string | null, number | null, never>
    records: ColumnType<string | null, number | null, never>
    paused_ms: MaybeNumber
    fault: MaybeText
    detail: MaybeText
  }
  telemetry_month: {
    table_name: string
    month: number
    table_id: string
    parts: Json<[from: number, to: number, rows: number, id: string][]>
    missing: Json<[from: number, to: number, rows: number | null, id: string][]>
    damaged_since: ColumnType<string | null, string | null, string | null>
    accepted: Json<string[]>
  }
  rate_limit: {
    subject: Buffer
    tokens: number
    refilled_at: ColumnType<Date, Date, Date>
    taken: boolean
    full_at: ColumnType<Date, Date, Date>
    burst: number
  }
  sign_in_place: { subject: Buffer; last_at: ColumnType<Date, Date, Date> }
  password_link: {
    token_hash: Buffer
    kind: 'reset' | 'invitation'
    user_id: number
    created_at: ColumnType<Date, Date, never>
    expires_at: ColumnType<Date, Date, never>
    sent_at: MaybeInstant
    used_at: MaybeInstant
  }
  email_change: {
    user_id: number
    email: string
    token_hash: Buffer
    created_at: ColumnType<Date, Date, Date>
    expires_at: ColumnType<Date, Date, Date>
  }
  registration: {
    token_hash: Buffer
    username: string
    email: string
    created_at: ColumnType<Date, Date, never>
    expires_at: ColumnType<Date, Date, never>
  }
  terms_acceptance: {
    id: GeneratedAlways<string>
    user_id: number
    version: string
    accepted_at: ColumnType<Date, Date, never>
  }
  kiosk_link: {
    id: GeneratedAlways<number>
    token_hash: Buffer
    client_id: number
    label: string
    created_by: number
    created_at: ColumnType<Date, Date, never>
    expires_at: MaybeInstant
    last_seen_at: MaybeInstant
    revoked_at: MaybeInstant
    kind: ColumnType<KioskKind, KioskKind | undefined, never>
    all_machines: Flag
    pin_hash: MaybeText
    wrong_pins: ColumnType<number, number | undefined, number>
    short_pin: Flag
    version: ColumnType<number, undefined, number>
    colour_scheme: ColumnType<ColourScheme, ColourScheme | undefined, ColourScheme>
    density: ColumnType<Density, Density | undefined, Density>
  }
  kiosk_link_machine: { link_id: number; machine_id: number }
  kiosk_link_name: {
    id: GeneratedAlways<number>
    link_id: number
    name: string
    removed_at: MaybeInstant
  }
  kiosk_pass: { token_hash: Buffer; name_id: number; expires_at: ColumnType<Date, Date, Date> }
  program_key: {
    id: GeneratedAlways<number>
    name: string
    client_id: MaybeNumber
    distributor_id: MaybeNumber
    groups: ColumnType<readonly ProgramGroup[], ProgramGroup[], never>
    created_by: number
    created_at: ColumnType<Date, Date, never>
    expires_at: ColumnType<Date, Date, never>
    last_used_at: MaybeInstant
    last_address: Text
    calls_on: ColumnType<Date | null, undefined, never>
    calls: ColumnType<number, undefined, never>
    revoked_at: MaybeInstant
  }
  program_key_hash: {
    hash: Buffer
    program_key_id: number
    key_id: string
    expires_at: MaybeInstant
  }
  product_recipe: {
    client_id: number
    product: string
    cost_per_kg: MaybeNumber
    extra_cost: MaybeNumber
    t1_setpoint: MaybeNumber
    tolerance: MaybeNumber
    weight: MaybeNumber
    count_threshold: MaybeNumber
    adjust_max: MaybeNumber
    adjust_min: MaybeNumber
    adjust_start_percent: MaybeNumber
    auto_adjust: MaybeFlag
    adjust_start_weight: MaybeNumber
    checkweigher_program: MaybeNumber
    checkweigher_bypass: MaybeFlag
    tare: MaybeNumber
  }
  erasure_key: { single: Flag; key: Buffer }
  erased_name: {
    id: GeneratedAlways<number>
    client_id: number
    name_hash: Buffer
    erased_by: number
    erased_at: ColumnType<Date, Date, never>
    done_at: MaybeInstant
  }
  shift_plan: {
    client_id: number
    starts: Json<readonly ShiftStart[]>
    version: Version
  }
  plan: { client_id: number; changed_at: Instant; version: Version }
  unit_mode_rule: {
    client_id: number
    valid_from: MaybeWallText
    counts: boolean
    production: Json<readonly string[]>
    set_by: MaybeNumber
    set_at: Instant
  }
  dated_setting: {
    id: GeneratedAlways<number>
    client_id: MaybeNumber
    machine_type_id: MaybeNumber
    machine_id: MaybeNumber
    kind: SettingKind
    product: MaybeText
    code: MaybeNumber
    value: Json<unknown>
    valid_from: MaybeInstant
    valid_wall: MaybeWallText
    entered_at: Instant
    entered_by: MaybeNumber
    reason: Text
    change_id: MaybeNumber
  }
  setting_change: {
    id: GeneratedAlways<number>
    client_id: MaybeNumber
    machine_type_id: MaybeNumber
    machine_id: MaybeNumber
    applied_at: Instant
    applied_by: MaybeNumber
    reason: Text
  }
  setting_rebuild: {
    change_id: number
    machine_id: number
    first_day: WallText
    last_day: WallText
    done: ColumnType<number, number | undefined, number>
    finished_at: MaybeInstant
  }
  setting_preview: {
    id: Text
    made_by: number
    made_at: Instant
    entries_hash: Text
    version: number
    newest_entry: number
    apply_from: Text
    rebuilds: Json<readonly SettingRebuild[]>
  }
  plan_week: {
    id: GeneratedAlways<number>
    client_id: number
    line_id: MaybeNumber
    valid_from: WallText
    entries: MaybeJson<readonly PlanEntry[]>
    set_by: MaybeNumber
    set_at: Instant
  }
  record_file: {
    id: GeneratedAlways<number>
    client_id: number
    name: string
    /** bigint: text on the way out. */
    bytes: ColumnType<string, number, never>
    received: ColumnType<string, number | undefined, number>
    received_at: Instant
    state: string
    found: MaybeJson<unknown>
    mapping: MaybeJson<unknown>
    machine_id: MaybeNumber
    row_count: ColumnType<string, number | undefined, number>
    stored: ColumnType<string, number | undefined, number>
    duplicate: ColumnType<string, number | undefined, number>
    late: ColumnType<string, number | undefined, number>
    quarantined: ColumnType<string, number | undefined, number>
    refused: ColumnType<string, number | undefined, number>
    share: ColumnType<number, number | undefined, number>
    checked: MaybeJson<unknown>
    fault: MaybeText
    created_by: MaybeNumber
    created_at: Instant
    ended_at: MaybeInstant
  }
  record_file_line: {
    id: GeneratedAlways<string>
    file_id: number
    line: ColumnType<string, number, never>
    refusal: Json<unknown>
  }
  record_mapping: {
    client_id: number
    columns_hash: string
    mapping: Json<unknown>
    used_at: Instant
  }
  plan_exception: {
    id: GeneratedAlways<number>
    client_id: number
    line_id: MaybeNumber
    starts: WallText
    ends: WallText
    kind: PlanKind
    note: string
    set_by: MaybeNumber
    set_at: Instant
  }
  /** Without a rule: it was removed. */
  earlier_definition: {
    client_id: number
    divides_by: ColumnType<Divisor | null>
    speed: ColumnType<DefinitionSpeed | null>
    packs: ColumnType<CountedPacks | null>
    set_by: MaybeNumber
    set_at: Instant
    version: Version
  }
  reason_book: { client_id: number; changed_at: Instant; version: Version }
  reason: {
    client_id: number
    id: string
    parent_id: MaybeText
    name: Json<ReasonName>
    icon: string
    planned: Flag
    cause: ReasonCause
    set_up: Flag
    rank: number
    overrun_seconds: MaybeNumber
    alarms: Json<readonly ReasonAlarm[]>
    states: Json<readonly number[]>
    retired: Flag
  }
  /** Entries are added, never changed. */
  stop_label: {
    id: GeneratedAlways<number>
    client_id: number
    machine_id: number
    starts: Instant
    ends: Instant
    until_run: Flag
    reason_id: MaybeText
    note: Text
    alarm_group: Text
    alarm: Text
    replaces: ColumnType<readonly number[], number[], never>
    key: string
    set_by: MaybeNumber
    set_by_name: MaybeNumber
    set_at: Instant
  }
  /** Rows of these two are added, never changed. */
  line_flow: {
    id: GeneratedAlways<number>
    client_id: number
    line_id: number
    valid_from: MaybeInstant
    stations: MaybeJson<Flow<number>>
    entered_at: Instant
    entered_by: MaybeNumber
  }
  line_root: {
    id: GeneratedAlways<number>
    client_id: number
    machine_id: number
    at: Instant
    kind: 'machine' | 'outside' | 'computed'
    root_machine_id: MaybeNumber
    note: Text
    set_by: MaybeNumber
    set_by_name: MaybeNumber
    set_at: Instant
  }
  /** Rows of these three are added, never changed. */
  shift_note: {
    id: GeneratedAlways<number>
    client_id: number
    shift_start: Instant
    note: string
    machine_id: MaybeNumber
    set_by: MaybeNumber
    set_by_name: MaybeNumber
    set_at: Instant
  }
  shift_signature: {
    client_id: number
    shift_start: Instant
    side: ShiftSide
    signed_at: Instant
    received_at: Instant
    set_by: MaybeNumber
    set_by_name: MaybeNumber
  }
  shift_page: { client_id: number; shift_start: Instant; fixed_at: Instant; content: string }
  edge_installation: {
    device_id: number
    name: string
    version: string
    heard_at: ColumnType<Date, Date, Date>
    address: string
    clock_skew_ms: BigNumber
    queue_records: BigNumber
    queue_bytes: BigNumber
    max_bytes: BigNumber
    oldest_at: MaybeInstant
    is_full: boolean
    quarantined: BigNumber
  }
  person_preference: {
    user_id: number
    colour_scheme: ColumnType<
      ColourScheme | null,
      ColourScheme | null | undefined,
      ColourScheme | null | undefined
    >
    density: ColumnType<Density | null, Density | null | undefined, Density | null | undefined>
  }
  overview_arrangement: {
    user_id: number
    client_id: number
    grouping: ColumnType<OverviewGrouping | null>
    machines: Json<readonly string[]>
    favourites: Json<readonly string[]>
  }
  saved_view: {
    id: GeneratedAlways<number>
    client_id: number
    owner_id: number
    name: string
    address: string
    is_shared: boolean
    saved_at: Instant
  }
  audit_log: {
    id: GeneratedAlways<string>
    at: Instant
    actor_id: MaybeNumber
    actor_name: string
    action: string
    entity: string
    entity_id: MaybeNumber
    client_id: MaybeNumber
    before: MaybeJson<unknown>
    after: MaybeJson<unknown>
  }
  /** The links of the entries of one client, or with number 0 of the installation. Numbers are bigint: text on the way out. */
  audit_chain: {
    client_id: number
    kept_no: BigNumber
    kept_link: Buffer
    last_no: BigNumber
    last_link: Buffer
    lost_no: BigNumber
    key_id: string
    signature: Buffer
    logged_at: MaybeInstant
  }
  audit_link: {
    id: BigNumber
    client_id: number
    no: BigNumber
    key_id: string
    name_digest: Buffer
    name_salt: ColumnType<Buffer | null>
    link: Buffer
  }
  audit_unsealed: { id: BigNumber }
  alert_rule_book: { client_id: number; version: number; changed_at: Instant }
  alert_rule: {
    id: string
    client_id: number
    place: number
    rule: ColumnType<AlertRule, string, string>
    enabled: boolean
    created_at: Instant
    changed_at: Instant
    held: ColumnType<number, number | undefined, number>
    missed: ColumnType<number, number | undefined, number>
    compared_at: MaybeInstant
    removed_at: MaybeInstant
  }
  /** bigint: text on the way out. */
  alert: {
    id: GeneratedAlways<string>
    client_id: number
    machine_id: MaybeNumber
    rule_id: MaybeText
    origin: AlertOrigin
    kind: ColumnType<AlertKind | null, AlertKind | null, never>
    rule_name: string
    severity: AlertSeverity
    text: Text
    cause: Text
    cause_group: Text
    opened_at: ColumnType<Date, Date, never>
    known_at: ColumnType<Date, Date, never>
    cleared_at: MaybeInstant
    clear_known_at: MaybeInstant
    late: Flag
    withdrawn: Flag
    acknowledged_at: MaybeInstant
    acknowledged_by: MaybeNumber
    acknowledged_name: MaybeText
    on_my_way_at: MaybeInstant
    on_my_way_by: MaybeNumber
    on_my_way_name: MaybeText
    raised_by: MaybeNumber
    raised_name: MaybeText
  }
  alert_mute: {
    id: GeneratedAlways<number>
    client_id: number
    rule_id: MaybeText
    machine_id: MaybeNumber
    until: ColumnType<Date, Date, Date>
    reason: string
    created_by: number
    created_at: Instant
  }
  alert_address: {
    id: GeneratedAlways<number>
    client_id: number
    address: string
    confirmed_at: MaybeInstant
    token_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
    token_expires_at: MaybeInstant
    created_at: Instant
    removed_at: MaybeInstant
  }
  hook: {
    id: GeneratedAlways<number>
    client_id: number
    kind: 'hook' | 'mqtt'
    name: string
    enabled: boolean
    events: ColumnType<readonly string[], string[], string[]>
    url: string
    template: Text
    username: Text
    sealed_secret: MaybeText
    failing_since: MaybeInstant
    off_since: MaybeInstant
    off_why: Text
    last_sent_at: MaybeInstant
    created_by: number
    created_at: Instant
    removed_at: MaybeInstant
  }
  notification_choice: {
    user_id: number
    mail: boolean
    push: boolean
    quiet_from: MaybeText
    quiet_to: MaybeText
    zone: string
  }
  push_device: {
    id: GeneratedAlways<number>
    user_id: number
    endpoint: string
    p256dh: string
    auth: string
    name: Text
    added_at: Instant
    last_sent_at: MaybeInstant
  }
  report_book: { client_id: number; version: number; changed_at: Instant }
  report: {
    id: string
    client_id: number
    place: number
    report: ColumnType<Omit<Report, 'enabled'>, string, string>
    enabled: boolean
    since: Instant
    removed_at: MaybeInstant
  }
  report_sent: {
    /** bigint: text on the way out. */
    id: GeneratedAlways<string>
    client_id: number
    report_id: MaybeText
    origin: 'due' | 'correction' | 'hand'
    corrects: MaybeText
    name: string
    language: Report['language']
    files: ColumnType<readonly ReportFile[], string[], never>
    begins_at: Instant
    ends_at: Instant
    fixed_at: Instant
    content: ColumnType<unknown, string, never>
    look_at: MaybeInstant
  }
  report_stop: {
    report_id: string
    user_id: MaybeNumber
    address_id: MaybeNumber
    stopped_at: Instant
  }
  report_link: {
    token_hash: Buffer
    report_id: string
    user_id: MaybeNumber
    address_id: MaybeNumber
    expires_at: ColumnType<Date, Date, never>
  }
  push_key: { single: Flag; public_key: string; sealed_private_key: string }
  alert_link: {
    token_hash: Buffer
    /** bigint: text on the way out. */
    alert_id: ColumnType<string, string, never>
    user_id: MaybeNumber
    address_id: MaybeNumber
    expires_at: ColumnType<Date, Date, never>
  }
  outbox: {
    id: GeneratedAlways<string>
    key: string
    kind: 'letter' | 'alert' | 'news' | 'test' | 'report'
    channel: 'mail' | 'push' | 'hook' | 'mqtt'
    client_id: MaybeNumber
    /** bigint: text on the way out. */
    alert_id: MaybeText
    /** bigint: text on the way out. */
    report_sent_id: MaybeText
    step: ColumnType<number, number | undefined, never>
    user_id: MaybeNumber
    address_id: MaybeNumber
    hook_id: MaybeNumber
    event: Text
    about: Text
    sealed_content: MaybeText
    content: ColumnType<unknown, string | null | undefined, string | null>
    due_at: ColumnType<Date, Date, Date>
    next_try_at: ColumnType<Date, Date, Date>
    gives_up_at: ColumnType<Date, Date, Date>
    tries: ColumnType<number, number | undefined, number>
    state: ColumnType<
      'waiting' | 'sent' | 'dropped' | 'failed',
      'waiting' | undefined,
      'waiting' | 'sent' | 'dropped' | 'failed'
    >
    why: Text
    status: MaybeNumber
    taken_until: MaybeInstant
    created_at: Instant
    sent_at: MaybeInstant
  }
  /** bigint: text on the way out. */
  directory_version: { single: Flag; version: ColumnType<string, number, number> }
  /** What of the directory changed last with which of these numbers. */
  directory_change: {
    kind: 'client' | 'machineType' | 'machine' | 'device' | 'recipe'
    id: number
    version: BigNumber
  }
}
