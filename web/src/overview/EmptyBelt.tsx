/** An empty belt: there is no machine to show. */
export function EmptyBelt() {
  return (
    <svg width="240" height="112" viewBox="0 0 240 112" fill="none" aria-hidden="true">
      <path d="M8 84.5h224" stroke="var(--art-4)" strokeWidth="1.5" />
      <path d="M8 104h224" stroke="var(--line-1)" />
      <circle cx="20" cy="94.5" r="6" stroke="var(--line-2)" />
      <circle cx="48" cy="94.5" r="6" stroke="var(--line-2)" />
      <circle cx="76" cy="94.5" r="6" stroke="var(--line-2)" />
      <circle cx="104" cy="94.5" r="6" stroke="var(--line-2)" />
      <circle cx="132" cy="94.5" r="6" stroke="var(--line-2)" />
      <circle cx="160" cy="94.5" r="6" stroke="var(--line-2)" />
      <circle cx="188" cy="94.5" r="6" stroke="var(--line-2)" />
      <circle cx="216" cy="94.5" r="6" stroke="var(--line-2)" />
      <path
        d="M24 50l4 4.2-4 4.2 4 4.2-4 4.2 4 4.2-4 4.2 4 4.2-4 4.3h56l-4-4.3 4-4.2-4-4.2 4-4.2-4-4.2 4-4.2-4-4.2 4-4.2z"
        fill="var(--no-data)"
        stroke="var(--art-2)"
        strokeWidth="1.25"
        strokeDasharray="4 4"
      />
      <path
        d="M92 50l4 4.2-4 4.2 4 4.2-4 4.2 4 4.2-4 4.2 4 4.2-4 4.3h56l-4-4.3 4-4.2-4-4.2 4-4.2-4-4.2 4-4.2-4-4.2 4-4.2z"
        fill="var(--no-data)"
        stroke="var(--art-2)"
        strokeWidth="1.25"
        strokeDasharray="4 4"
      />
      <path
        d="M160 50l4 4.2-4 4.2 4 4.2-4 4.2 4 4.2-4 4.2 4 4.2-4 4.3h56l-4-4.3 4-4.2-4-4.2 4-4.2-4-4.2 4-4.2-4-4.2 4-4.2z"
        fill="var(--no-data)"
        stroke="var(--art-2)"
        strokeWidth="1.25"
        strokeDasharray="4 4"
      />
    </svg>
  )
}
