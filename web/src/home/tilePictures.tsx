/** The little pictures of the home tiles. */

export function DashboardPicture() {
  return (
    <svg width="100%" viewBox="0 0 348 128" aria-hidden="true">
      <rect
        x="0.5"
        y="0.5"
        width="79"
        height="59"
        rx="6"
        fill="var(--art-ground)"
        stroke="var(--line-2)"
      />
      <rect x="8" y="8" width="12" height="12" rx="3" fill="var(--go-quiet)" />
      <rect x="26" y="9" width="30" height="4" rx="2" fill="var(--art-2)" />
      <rect x="26" y="16" width="18" height="3" rx="1.5" fill="var(--art-3)" />
      <rect x="8" y="29" width="22" height="9" rx="2" fill="var(--line-4)" />
      <rect x="8" y="47" width="64" height="4" fill="var(--go-quiet)" />
      <rect x="20" y="43" width="2" height="8" fill="var(--line)" />
      <rect
        x="88.5"
        y="0.5"
        width="79"
        height="59"
        rx="6"
        fill="var(--art-ground)"
        stroke="var(--line-2)"
      />
      <rect x="96" y="8" width="12" height="12" rx="3" fill="var(--go-quiet)" />
      <rect x="114" y="9" width="30" height="4" rx="2" fill="var(--art-2)" />
      <rect x="114" y="16" width="18" height="3" rx="1.5" fill="var(--art-3)" />
      <rect x="96" y="29" width="22" height="9" rx="2" fill="var(--line-4)" />
      <rect x="96" y="47" width="64" height="4" fill="var(--go-quiet)" />
      <rect x="113" y="43" width="2" height="8" fill="var(--line)" />
      <rect
        x="176.5"
        y="0.5"
        width="79"
        height="59"
        rx="6"
        fill="var(--art-ground)"
        stroke="var(--line-2)"
      />
      <rect x="184" y="8" width="12" height="12" rx="3" fill="var(--line)" />
      <rect x="202" y="9" width="30" height="4" rx="2" fill="var(--art-2)" />
      <rect x="202" y="16" width="18" height="3" rx="1.5" fill="var(--art-3)" />
      <rect x="184" y="29" width="22" height="9" rx="2" fill="var(--line-4)" />
      <rect x="184" y="47" width="64" height="4" fill="var(--go-quiet)" />
      <rect x="240" y="43" width="8" height="8" fill="var(--line)" />
      <rect x="206" y="43" width="2" height="8" fill="var(--line)" />
      <rect
        x="264.5"
        y="0.5"
        width="79"
        height="59"
        rx="6"
        fill="var(--art-ground)"
        stroke="var(--line-2)"
      />
      <rect x="272" y="8" width="12" height="12" rx="3" fill="var(--go-quiet)" />
      <rect x="290" y="9" width="30" height="4" rx="2" fill="var(--art-2)" />
      <rect x="290" y="16" width="18" height="3" rx="1.5" fill="var(--art-3)" />
      <rect x="272" y="29" width="22" height="9" rx="2" fill="var(--line-4)" />
      <rect x="272" y="47" width="64" height="4" fill="var(--go-quiet)" />
      <rect x="299" y="43" width="2" height="8" fill="var(--line)" />
      <rect
        x="0.5"
        y="68.5"
        width="79"
        height="59"
        rx="6"
        fill="var(--art-ground)"
        stroke="var(--stop)"
      />
      <rect x="8" y="76" width="12" height="12" rx="3" fill="var(--stop)" />
      <rect x="26" y="77" width="30" height="4" rx="2" fill="var(--art-2)" />
      <rect x="26" y="84" width="18" height="3" rx="1.5" fill="var(--art-3)" />
      <rect x="8" y="97" width="22" height="9" rx="2" fill="var(--line-4)" />
      <rect x="8" y="115" width="64" height="4" fill="var(--go-quiet)" />
      <rect x="64" y="109" width="8" height="10" fill="var(--stop)" />
      <rect x="40" y="111" width="2" height="8" fill="var(--line)" />
      <rect
        x="88.5"
        y="68.5"
        width="79"
        height="59"
        rx="6"
        fill="var(--art-ground)"
        stroke="var(--line-2)"
      />
      <rect x="96" y="76" width="12" height="12" rx="3" fill="var(--go-quiet)" />
      <rect x="114" y="77" width="30" height="4" rx="2" fill="var(--art-2)" />
      <rect x="114" y="84" width="18" height="3" rx="1.5" fill="var(--art-3)" />
      <rect x="96" y="97" width="22" height="9" rx="2" fill="var(--line-4)" />
      <rect x="96" y="115" width="64" height="4" fill="var(--go-quiet)" />
      <rect x="133" y="111" width="2" height="8" fill="var(--line)" />
      <rect
        x="176.5"
        y="68.5"
        width="79"
        height="59"
        rx="6"
        fill="var(--art-ground)"
        stroke="var(--line-2)"
      />
      <rect x="184" y="76" width="12" height="12" rx="3" fill="var(--hold)" />
      <rect x="202" y="77" width="30" height="4" rx="2" fill="var(--art-2)" />
      <rect x="202" y="84" width="18" height="3" rx="1.5" fill="var(--art-3)" />
      <rect x="184" y="97" width="22" height="9" rx="2" fill="var(--line-4)" />
      <rect x="184" y="115" width="64" height="4" fill="var(--go-quiet)" />
      <rect x="240" y="111" width="8" height="8" fill="var(--hold)" />
      <rect x="196" y="111" width="2" height="8" fill="var(--line)" />
      <rect
        x="264.5"
        y="68.5"
        width="79"
        height="59"
        rx="6"
        fill="var(--art-ground)"
        stroke="var(--line-2)"
      />
      <rect x="272" y="76" width="12" height="12" rx="3" fill="var(--art-4)" />
      <rect x="290" y="77" width="30" height="4" rx="2" fill="var(--art-2)" />
      <rect x="290" y="84" width="18" height="3" rx="1.5" fill="var(--art-3)" />
      <rect x="272" y="97" width="22" height="9" rx="2" fill="var(--line-4)" />
    </svg>
  )
}

export function DaySummaryPicture() {
  return (
    <svg width="100%" viewBox="0 0 348 128" aria-hidden="true">
      <rect x="4" y="56" width="18" height="62" rx="3" fill="var(--art-5)" />
      <rect x="33" y="40" width="18" height="78" rx="3" fill="var(--art-5)" />
      <rect x="62" y="48" width="18" height="70" rx="3" fill="var(--art-5)" />
      <rect x="91" y="32" width="18" height="86" rx="3" fill="var(--art-5)" />
      <rect x="120" y="64" width="18" height="54" rx="3" fill="var(--art-5)" />
      <rect x="149" y="26" width="18" height="92" rx="3" fill="var(--art-5)" />
      <rect x="178" y="38" width="18" height="80" rx="3" fill="var(--art-5)" />
      <rect x="207" y="22" width="18" height="96" rx="3" fill="var(--art-5)" />
      <rect x="236" y="30" width="18" height="88" rx="3" fill="var(--art-5)" />
      <rect x="265" y="58" width="18" height="60" rx="3" fill="var(--art-5)" />
      <rect x="294" y="28" width="18" height="90" rx="3" fill="var(--art-5)" />
      <rect x="323" y="14" width="18" height="104" rx="3" fill="var(--text-1)" />
      <path d="M0 124.5h348" stroke="var(--line-2)" />
      <path
        d="M13 59.36L42 47.84L71 53.6L100 42.080000000000005L129 65.12L158 37.760000000000005L187 46.400000000000006L216 34.879999999999995L245 40.64L274 60.800000000000004L303 39.2L332 29.120000000000005"
        fill="none"
        stroke="var(--line-4)"
        strokeWidth="1.5"
        strokeDasharray="3 3"
      />
    </svg>
  )
}

export function PanelPicture() {
  return (
    <svg width="100%" viewBox="0 0 348 128" aria-hidden="true">
      <rect
        x=".5"
        y="0.5"
        width="347"
        height="25"
        rx="6"
        fill="var(--art-ground)"
        stroke="var(--line-2)"
      />
      <circle cx="17" cy="13" r="6" fill="var(--art-4)" />
      <rect x="32" y="11" width="64" height="4" rx="2" fill="var(--line-4)" />
      <rect x="140" y="11" width="50" height="4" rx="2" fill="var(--art-4)" />
      <rect x="226" y="8" width="44" height="10" rx="5" fill="none" stroke="var(--art-2)" />
      <path
        d="M306 16l6-6 3 3-6 6h-3zM328 10h8M330 10v7h4v-7"
        fill="none"
        stroke="var(--art-2)"
        strokeWidth="1.3"
      />
      <rect
        x=".5"
        y="33.5"
        width="347"
        height="25"
        rx="6"
        fill="var(--art-ground)"
        stroke="var(--line-2)"
      />
      <circle cx="17" cy="46" r="6" fill="var(--art-4)" />
      <rect x="32" y="44" width="78" height="4" rx="2" fill="var(--line-4)" />
      <rect x="140" y="44" width="38" height="4" rx="2" fill="var(--art-4)" />
      <rect x="226" y="41" width="44" height="10" rx="5" fill="none" stroke="var(--art-2)" />
      <path
        d="M306 49l6-6 3 3-6 6h-3zM328 43h8M330 43v7h4v-7"
        fill="none"
        stroke="var(--art-2)"
        strokeWidth="1.3"
      />
      <rect
        x=".5"
        y="66.5"
        width="347"
        height="25"
        rx="6"
        fill="var(--art-ground)"
        stroke="var(--line-2)"
      />
      <circle cx="17" cy="79" r="6" fill="var(--art-4)" />
      <rect x="32" y="77" width="52" height="4" rx="2" fill="var(--line-4)" />
      <rect x="140" y="77" width="58" height="4" rx="2" fill="var(--art-4)" />
      <rect x="226" y="74" width="44" height="10" rx="5" fill="none" stroke="var(--art-2)" />
      <path
        d="M306 82l6-6 3 3-6 6h-3zM328 76h8M330 76v7h4v-7"
        fill="none"
        stroke="var(--art-2)"
        strokeWidth="1.3"
      />
      <rect
        x=".5"
        y="99.5"
        width="347"
        height="25"
        rx="6"
        fill="var(--art-ground)"
        stroke="var(--line-2)"
      />
      <circle cx="17" cy="112" r="6" fill="var(--art-4)" />
      <rect x="32" y="110" width="70" height="4" rx="2" fill="var(--line-4)" />
      <rect x="140" y="110" width="44" height="4" rx="2" fill="var(--art-4)" />
      <rect x="226" y="107" width="44" height="10" rx="5" fill="none" stroke="var(--art-2)" />
      <path
        d="M306 115l6-6 3 3-6 6h-3zM328 109h8M330 109v7h4v-7"
        fill="none"
        stroke="var(--art-2)"
        strokeWidth="1.3"
      />
    </svg>
  )
}
