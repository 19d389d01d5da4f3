<?xml version='1.0' encoding='utf-8'?>
<TS version="2.1" language="de">
    <context>
        <name>About</name>
        <message>
            <source>Arraywise {version}
From result files to a purchase decision.

Apache License 2.0. Nothing is sent anywhere; studies stay on this machine.</source>
            <translation>Arraywise {version}
Von Ergebnisdateien zur Kaufentscheidung.

Apache-Lizenz 2.0. Es wird nichts gesendet; Studien bleiben auf diesem Rechner.</translation>
        </message>
        <message>
            <source>About Arraywise</source>
            <translation>Über Arraywise</translation>
        </message>
    </context>
    <context>
        <name>Answer</name>
        <message>
            <source>No option passes</source>
            <translation>Keine Option besteht</translation>
        </message>
        <message>
            <source>{count} efficient options</source>
            <translation>{count} effiziente Optionen</translation>
        </message>
        <message>
            <source>None that passes has a price</source>
            <translation>Keine, die besteht, hat einen Preis</translation>
        </message>
        <message>
            <source>No option is shown to pass</source>
            <translation>Keine Option besteht nachweislich</translation>
        </message>
        <message>
            <source>Only {option} is efficient</source>
            <translation>Nur {option} ist effizient</translation>
        </message>
    </context>
    <context>
        <name>AnswerPanel</name>
        <message>
            <source>Hatched: a further test could change it. Grey: none passes.</source>
            <translation>Schraffiert: ein weiterer Test könnte es ändern. Grau: keine erfüllt.</translation>
        </message>
        <message>
            <source>Meets {target} ms</source>
            <translation>Hält {target} ms ein</translation>
        </message>
        <message>
            <source>{target} ms is not shown</source>
            <translation>{target} ms ist nicht gezeigt</translation>
        </message>
        <message>
            <source>Response time</source>
            <translation>Antwortzeit</translation>
        </message>
        <message>
            <source>Headroom</source>
            <translation>Reserve</translation>
        </message>
        <message>
            <source>First in</source>
            <translation>Vorn in</translation>
        </message>
        <message>
            <source>% of draws</source>
            <translation>% der Ziehungen</translation>
        </message>
        <message>
            <source>below {value}</source>
            <translation>unter {value}</translation>
        </message>
        <message>
            <source>above {value}</source>
            <translation>über {value}</translation>
        </message>
        <message>
            <source>{visits} M visits</source>
            <translation>{visits} Mio. Besuche</translation>
        </message>
        <message>
            <source>Changes to</source>
            <translation>Wechselt zu</translation>
        </message>
        <message>
            <source>Buy, {rule}</source>
            <translation>Kaufen, {rule}</translation>
        </message>
    </context>
    <context>
        <name>AnswerStrip</name>
        <message>
            <source>Recommended, {rule}</source>
            <translation>Empfehlung, {rule}</translation>
        </message>
        <message>
            <source>No options yet</source>
            <translation>Noch keine Optionen</translation>
        </message>
        <message>
            <source>no clear winner</source>
            <translation>kein klarer Sieger</translation>
        </message>
        <message>
            <source>Meets {target} ms at {demand} tx/s</source>
            <translation>Hält {target} ms bei {demand} Tx/s ein</translation>
        </message>
        <message>
            <source>{passing} of {all} options</source>
            <translation>{passing} von {all} Optionen</translation>
        </message>
        <message>
            <source>{percent} % on {option}</source>
            <translation>{percent} % gegenüber {option}</translation>
        </message>
        <message>
            <source>Headroom</source>
            <translation>Reserve</translation>
        </message>
        <message>
            <source>to {millions} M visits</source>
            <translation>bis {millions} Mio. Besuche</translation>
        </message>
        <message>
            <source>How sure</source>
            <translation>Wie sicher</translation>
        </message>
        <message>
            <source>Findings open</source>
            <translation>Offene Befunde</translation>
        </message>
        <message>
            <source>none</source>
            <translation>keine</translation>
        </message>
        <message>
            <source>, {count} serious</source>
            <translation>, {count} ernst</translation>
        </message>
        <message>
            <source>settling…</source>
            <translation>rechnet noch…</translation>
        </message>
        <message>
            <source>Nothing measured yet</source>
            <translation>Noch nichts gemessen</translation>
        </message>
        <message>
            <source>the same as {option}</source>
            <translation>so viel wie {option}</translation>
        </message>
        <message>
            <source>The only one shown to pass</source>
            <translation>Als einzige nachgewiesen</translation>
        </message>
        <message>
            <source>First, without prices</source>
            <translation>Vorn, ohne Preise</translation>
        </message>
        <message>
            <source>{option} could win</source>
            <translation>{option} könnte gewinnen</translation>
        </message>
        <message>
            <source>Open:</source>
            <translation>Offen:</translation>
        </message>
        <message>
            <source>not compared</source>
            <translation>nicht verglichen</translation>
        </message>
        <message>
            <source>one option passes</source>
            <translation>eine Option besteht</translation>
        </message>
        <message>
            <source>response time and load only</source>
            <translation>nur Antwortzeit und Last</translation>
        </message>
        <message>
            <source>enter prices</source>
            <translation>Preise eingeben</translation>
        </message>
        <message>
            <source>mend the inputs first</source>
            <translation>zuerst die Eingaben berichtigen</translation>
        </message>
        <message>
            <source>not shown</source>
            <translation>nicht gezeigt</translation>
        </message>
        <message>
            <source>; {count} serious findings on them</source>
            <translation>; {count} schwerwiegende Befunde dazu</translation>
        </message>
        <message>
            <source>lower price</source>
            <translation>niedrigerer Preis</translation>
        </message>
        <message>
            <source>{times} times in a hundred</source>
            <translation>{times} von hundert Malen</translation>
        </message>
        <message>
            <source>{times} times in ten</source>
            <translation>{times} von zehn Malen</translation>
        </message>
        <message>
            <source>{option} ahead of {rival}</source>
            <translation>{option} vor {rival}</translation>
        </message>
    </context>
    <context>
        <name>AssignMenu</name>
        <message>
            <source>New option…</source>
            <translation>Neue Option…</translation>
        </message>
        <message>
            <source>No option</source>
            <translation>Keine Option</translation>
        </message>
        <message>
            <source>Make the proposed options: {names}</source>
            <translation>Vorgeschlagene Optionen anlegen: {names}</translation>
        </message>
    </context>
    <context>
        <name>Banner</name>
        <message>
            <source>Close this message</source>
            <translation>Diese Meldung schließen</translation>
        </message>
    </context>
    <context>
        <name>CalibrationBars</name>
        <message>
            <source>one run only: no spread known</source>
            <translation>nur ein Lauf: keine Streuung bekannt</translation>
        </message>
        <message>
            <source>{runs} runs</source>
            <translation>{runs} Läufe</translation>
        </message>
        <message>
            <source>spread {spread} % of the mean</source>
            <translation>Streuung {spread} % des Mittels</translation>
        </message>
        <message>
            <source>does not repeat</source>
            <translation>wiederholt sich nicht</translation>
        </message>
        <message>
            <source>1 disk</source>
            <translation>1 Platte</translation>
        </message>
        <message>
            <source>{disks} disks</source>
            <translation>{disks} Platten</translation>
        </message>
    </context>
    <context>
        <name>CalibrationCharts</name>
        <message>
            <source>Small I/Os at most</source>
            <translation>Kleine I/Os höchstens</translation>
        </message>
        <message>
            <source>Large I/Os at most</source>
            <translation>Große I/Os höchstens</translation>
        </message>
        <message>
            <source>Latency at that rate</source>
            <translation>Latenz bei dieser Rate</translation>
        </message>
        <message>
            <source>longer is better</source>
            <translation>länger ist besser</translation>
        </message>
        <message>
            <source>shorter is better; rates differ</source>
            <translation>kürzer ist besser; Raten ungleich</translation>
        </message>
    </context>
    <context>
        <name>ChangesTable</name>
        <message>
            <source>What would change the answer</source>
            <translation>Was die Antwort ändern würde</translation>
        </message>
        <message>
            <source>If this changes</source>
            <translation>Wenn sich ändert</translation>
        </message>
        <message>
            <source>to</source>
            <translation>auf</translation>
        </message>
        <message>
            <source>by</source>
            <translation>um</translation>
        </message>
        <message>
            <source>then</source>
            <translation>dann</translation>
        </message>
        <message>
            <source>none is shown to pass</source>
            <translation>keine besteht nachweislich</translation>
        </message>
    </context>
    <context>
        <name>Charts</name>
        <message>
            <source>{path} could not be written.</source>
            <translation>{path} konnte nicht geschrieben werden.</translation>
        </message>
        <message>
            <source>Copy or save the picture of {chart}</source>
            <translation>Bild kopieren oder speichern: {chart}</translation>
        </message>
        <message>
            <source>Copy picture</source>
            <translation>Bild kopieren</translation>
        </message>
        <message>
            <source>Save as PNG…</source>
            <translation>Als PNG speichern…</translation>
        </message>
        <message>
            <source>Save as SVG…</source>
            <translation>Als SVG speichern…</translation>
        </message>
        <message>
            <source>Save picture</source>
            <translation>Bild speichern</translation>
        </message>
        <message>
            <source>Zoom the chart in or out</source>
            <translation>Das Diagramm vergrößern oder verkleinern</translation>
        </message>
        <message>
            <source>Home</source>
            <translation>Pos 1</translation>
        </message>
        <message>
            <source>Show the whole chart again</source>
            <translation>Wieder das ganze Diagramm zeigen</translation>
        </message>
        <message>
            <source>Move what is seen of the chart</source>
            <translation>Den sichtbaren Teil des Diagramms verschieben</translation>
        </message>
        <message>
            <source>Page up, Page down</source>
            <translation>Bild auf, Bild ab</translation>
        </message>
        <message>
            <source>Read out the measured point before, the next one</source>
            <translation>Den vorigen oder nächsten Messpunkt ablesen</translation>
        </message>
        <message>
            <source>Ctrl+arrows</source>
            <translation>Strg+Pfeile</translation>
        </message>
        <message>
            <source>Move the cross-hair to fewer or more visits</source>
            <translation>Das Fadenkreuz zu weniger oder mehr Besuchen bewegen</translation>
        </message>
        <message>
            <source>Move the cross-hair to a longer or shorter target</source>
            <translation>Das Fadenkreuz zu längerer oder kürzerer Zielzeit bewegen</translation>
        </message>
        <message>
            <source>Shift+← →</source>
            <translation>Umschalt+← →</translation>
        </message>
        <message>
            <source>Move where the part that counts begins</source>
            <translation>Den Anfang dessen verschieben, was zählt</translation>
        </message>
        <message>
            <source>Ctrl+← →</source>
            <translation>Strg+← →</translation>
        </message>
        <message>
            <source>Move where the part that counts ends</source>
            <translation>Das Ende dessen verschieben, was zählt</translation>
        </message>
        <message>
            <source>Read out the place before, the next one</source>
            <translation>Die vorige oder nächste Stelle ablesen</translation>
        </message>
        <message>
            <source>Option</source>
            <translation>Option</translation>
        </message>
        <message>
            <source>Low</source>
            <translation>Untergrenze</translation>
        </message>
        <message>
            <source>High</source>
            <translation>Obergrenze</translation>
        </message>
        <message>
            <source>Runs</source>
            <translation>Läufe</translation>
        </message>
        <message>
            <source>Drag it into a spreadsheet for the figures</source>
            <translation>In eine Tabellenkalkulation ziehen: die Zahlen</translation>
        </message>
        <message>
            <source>Copy figures</source>
            <translation>Zahlen kopieren</translation>
        </message>
        <message>
            <source>Users</source>
            <translation>Nutzer</translation>
        </message>
        <message>
            <source>Input</source>
            <translation>Eingabe</translation>
        </message>
        <message>
            <source>Lead at low</source>
            <translation>Vorsprung am unteren Ende</translation>
        </message>
        <message>
            <source>Lead at high</source>
            <translation>Vorsprung am oberen Ende</translation>
        </message>
        <message>
            <source>Another option leads at</source>
            <translation>Eine andere Option führt bei</translation>
        </message>
        <message>
            <source>Price</source>
            <translation>Preis</translation>
        </message>
        <message>
            <source>Value apart from price</source>
            <translation>Wert ohne den Preis</translation>
        </message>
        <message>
            <source>What is known of the weights</source>
            <translation>Was von den Gewichten bekannt ist</translation>
        </message>
        <message>
            <source>Rank</source>
            <translation>Rang</translation>
        </message>
        <message>
            <source>Value</source>
            <translation>Wert</translation>
        </message>
        <message>
            <source>Share of first ranks</source>
            <translation>Anteil erster Ränge</translation>
        </message>
        <message>
            <source>Weight</source>
            <translation>Gewicht</translation>
        </message>
        <message>
            <source>Points</source>
            <translation>Punkte</translation>
        </message>
        <message>
            <source>Points ahead</source>
            <translation>Punkte voraus</translation>
        </message>
        <message>
            <source>Criterion</source>
            <translation>Kriterium</translation>
        </message>
        <message>
            <source>All</source>
            <translation>Alle</translation>
        </message>
        <message>
            <source>Minutes</source>
            <translation>Minuten</translation>
        </message>
        <message>
            <source>Ease factor</source>
            <translation>Aufwandsfaktor</translation>
        </message>
        <message>
            <source>Purchase</source>
            <translation>Kauf</translation>
        </message>
        <message>
            <source>Maintenance</source>
            <translation>Wartung</translation>
        </message>
    </context>
    <context>
        <name>Composition</name>
        <message>
            <source>What the prices are made of</source>
            <translation>Woraus die Preise bestehen</translation>
        </message>
        <message>
            <source>thousand {currency}</source>
            <translation>Tausend {currency}</translation>
        </message>
        <message>
            <source>no category</source>
            <translation>ohne Gruppe</translation>
        </message>
        <message>
            <source>Discount</source>
            <translation>Rabatt</translation>
        </message>
        <message>
            <source>Maintenance</source>
            <translation>Wartung</translation>
        </message>
        <message>
            <source>Total</source>
            <translation>Summe</translation>
        </message>
        <message>
            <source>Undiscounted</source>
            <translation>Nicht abgezinst</translation>
        </message>
        <message>
            <source>Maintenance, NPV</source>
            <translation>Wartung, Barwert</translation>
        </message>
        <message>
            <source>NPV</source>
            <translation>Barwert</translation>
        </message>
    </context>
    <context>
        <name>ContributionBars</name>
        <message>
            <source>{option} better</source>
            <translation>{option} besser</translation>
        </message>
        <message>
            <source>Sum, points of 100</source>
            <translation>Summe, Punkte von 100</translation>
        </message>
        <message>
            <source>Why: {parts}</source>
            <translation>Warum: {parts}</translation>
        </message>
        <message>
            <source>{criterion}: {option} is better by {points} points of 100</source>
            <translation>{criterion}: {option} ist um {points} von 100 Punkten besser</translation>
        </message>
    </context>
    <context>
        <name>CrashDialog</name>
        <message>
            <source>Arraywise met an error of its own</source>
            <translation>In Arraywise ist ein Fehler aufgetreten</translation>
        </message>
        <message>
            <source>Something went wrong in Arraywise</source>
            <translation>In Arraywise ist etwas schiefgegangen</translation>
        </message>
        <message>
            <source>Every finished edit is in the study. You can go on; if the window behaves oddly, close and open it. The details below help to find the fault; nothing is sent anywhere. They are also in {log}.</source>
            <translation>Jede abgeschlossene Änderung ist in der Studie. Sie können weiterarbeiten; verhält sich das Fenster seltsam, schließen und öffnen Sie es. Die Angaben unten helfen, den Fehler zu finden; gesendet wird nichts. Sie stehen auch in {log}.</translation>
        </message>
        <message>
            <source>Copy the details</source>
            <translation>Angaben kopieren</translation>
        </message>
        <message>
            <source>Go on</source>
            <translation>Weiter</translation>
        </message>
    </context>
    <context>
        <name>CriteriaSheet</name>
        <message>
            <source>Weights and value functions</source>
            <translation>Gewichte und Wertfunktionen</translation>
        </message>
        <message>
            <source>Swing</source>
            <translation>Ausschlag</translation>
        </message>
        <message>
            <source>Limit, worth 0</source>
            <translation>Grenze, 0 wert</translation>
        </message>
        <message>
            <source>Target</source>
            <translation>Ziel</translation>
        </message>
        <message>
            <source>Aspiration, worth 100</source>
            <translation>Anspruch, 100 wert</translation>
        </message>
        <message>
            <source>Worth of the target</source>
            <translation>Wert des Ziels</translation>
        </message>
        <message>
            <source>Criterion</source>
            <translation>Kriterium</translation>
        </message>
        <message>
            <source>Unit</source>
            <translation>Einheit</translation>
        </message>
        <message>
            <source>Weight</source>
            <translation>Gewicht</translation>
        </message>
        <message>
            <source>Follows the requirement or the prices; type a figure to fix it</source>
            <translation>Folgt der Anforderung oder den Preisen; eine eingetippte Zahl legt es fest</translation>
        </message>
        <message>
            <source>Swing in the eyes of this stakeholder</source>
            <translation>Ausschlag in den Augen dieses Beteiligten</translation>
        </message>
        <message>
            <source>In points</source>
            <translation>In Punkten</translation>
        </message>
        <message>
            <source>In the unit of the criterion</source>
            <translation>In der Einheit des Kriteriums</translation>
        </message>
    </context>
    <context>
        <name>DecisionMap</name>
        <message>
            <source>settling…</source>
            <translation>wird berechnet…</translation>
        </message>
        <message>
            <source>Visits per month, millions (log)</source>
            <translation>Besuche pro Monat, Millionen (log)</translation>
        </message>
        <message>
            <source>Target response time, ms ({statistic})</source>
            <translation>Ziel-Antwortzeit, ms ({statistic})</translation>
        </message>
        <message>
            <source>{option} limit {value}</source>
            <translation>{option}: Grenze {value}</translation>
        </message>
        <message>
            <source>{millions} M</source>
            <translation>{millions} Mio.</translation>
        </message>
    </context>
    <context>
        <name>DecisionMapView</name>
        <message>
            <source>Decision map</source>
            <translation>Entscheidungskarte</translation>
        </message>
        <message>
            <source>None passes</source>
            <translation>Keine erfüllt</translation>
        </message>
        <message>
            <source>Map: {visits} M visits, {target} ms: {option}</source>
            <translation>Karte: {visits} Mio. Besuche, {target} ms: {option}</translation>
        </message>
        <message>
            <source>next change at {visits} M ({percent} %)</source>
            <translation>nächster Wechsel bei {visits} Mio. ({percent} %)</translation>
        </message>
        <message>
            <source>Undetermined</source>
            <translation>Unbestimmt</translation>
        </message>
        <message>
            <source>none is shown to pass</source>
            <translation>keine besteht nachweislich</translation>
        </message>
    </context>
    <context>
        <name>DecisionPage</name>
        <message>
            <source>Decision</source>
            <translation>Entscheidung</translation>
        </message>
        <message>
            <source>Present  F11</source>
            <translation>Vorführen  F11</translation>
        </message>
        <message>
            <source>Map and answer alone, on the whole screen (F11)</source>
            <translation>Nur Karte und Antwort, auf dem ganzen Bildschirm (F11)</translation>
        </message>
        <message>
            <source>Decision map</source>
            <translation>Entscheidungskarte</translation>
        </message>
        <message>
            <source>Price against value</source>
            <translation>Preis gegen Wert</translation>
        </message>
        <message>
            <source>frontier dashed</source>
            <translation>Strich: effizient</translation>
        </message>
        <message>
            <source>Lead</source>
            <translation>Vorsprung</translation>
        </message>
        <message>
            <source>Ranking</source>
            <translation>Rangfolge</translation>
        </message>
        <message>
            <source>bar length = value, column width = weight</source>
            <translation>Balkenlänge = Wert, Spaltenbreite = Gewicht</translation>
        </message>
        <message>
            <source>Nothing to decide yet</source>
            <translation>Noch nichts zu entscheiden</translation>
        </message>
        <message>
            <source>Import result files of at least two options. The map of who wins at which load and target, the ranking and the weights appear here.</source>
            <translation>Lesen Sie Ergebnisdateien von mindestens zwei Optionen ein. Die Karte, wer bei welcher Last und welchem Ziel vorn liegt, die Rangfolge und die Gewichte erscheinen hier.</translation>
        </message>
        <message>
            <source>highest weighted value among options that pass the screen</source>
            <translation>höchster gewichteter Wert der Optionen, die die Prüfung bestehen</translation>
        </message>
        <message>
            <source>lowest price among options that pass the screen</source>
            <translation>niedrigster Preis der Optionen, die die Prüfung bestehen</translation>
        </message>
        <message>
            <source>options that no other beats in both price and value</source>
            <translation>Optionen, die keine andere in Preis und Wert zugleich schlägt</translation>
        </message>
        <message>
            <source>settling…</source>
            <translation>wird berechnet…</translation>
        </message>
        <message>
            <source>Lead of {option}</source>
            <translation>Vorsprung von {option}</translation>
        </message>
        <message>
            <source>Ranks</source>
            <translation>Ränge</translation>
        </message>
        <message>
            <source>How often each option takes each rank</source>
            <translation>Wie oft jede Option jeden Rang einnimmt</translation>
        </message>
        <message>
            <source>Weights are stale.</source>
            <translation>Gewichte sind veraltet.</translation>
        </message>
        <message>
            <source>They were given for other limits and aspirations: {criteria}.</source>
            <translation>Sie wurden für andere Grenzen und Wünsche angegeben: {criteria}.</translation>
        </message>
        <message>
            <source>Rescale</source>
            <translation>Umrechnen</translation>
        </message>
        <message>
            <source>Prices lie outside the value function.</source>
            <translation>Preise liegen außerhalb der Wertfunktion.</translation>
        </message>
        <message>
            <source>Renew</source>
            <translation>Erneuern</translation>
        </message>
        <message>
            <source>Keep as they are</source>
            <translation>So lassen</translation>
        </message>
        <message>
            <source>Fit</source>
            <translation>Einpassen</translation>
        </message>
        <message>
            <source>Rule of the recommendation</source>
            <translation>Regel der Empfehlung</translation>
        </message>
        <message>
            <source>{draws} draws</source>
            <translation>{draws} Ziehungen</translation>
        </message>
        <message>
            <source>Show everything again (Home)</source>
            <translation>Wieder alles zeigen (Pos 1)</translation>
        </message>
        <message>
            <source>{points} points</source>
            <translation>{points} Punkte</translation>
        </message>
        <message>
            <source>Weights, value functions and ratings</source>
            <translation>Gewichte, Wertfunktionen und Bewertungen</translation>
        </message>
        <message>
            <source>Scenarios side by side</source>
            <translation>Szenarien nebeneinander</translation>
        </message>
        <message>
            <source>{currency} {best} is worth 100 points, {limit} none: proposed from the first price. It does not follow options that are added.</source>
            <translation>{currency} {best} ist 100 Punkte wert, {limit} keinen: vorgeschlagen aus dem ersten Preis. Neue Optionen ändern das nicht.</translation>
        </message>
        <message>
            <source>Confirm the range of prices.</source>
            <translation>Preisbereich bestätigen.</translation>
        </message>
        <message>
            <source>Confirm</source>
            <translation>Bestätigen</translation>
        </message>
        <message>
            <source>Fit to the prices</source>
            <translation>An die Preise anpassen</translation>
        </message>
    </context>
    <context>
        <name>Evidence</name>
        <message>
            <source>Reading</source>
            <translation>Lese</translation>
        </message>
        <message>
            <source>pasted {time}.txt</source>
            <translation>eingefügt {time}.txt</translation>
        </message>
        <message>
            <source>Keeping</source>
            <translation>Behalte</translation>
        </message>
        <message>
            <source>{count} refused</source>
            <translation>{count} abgewiesen</translation>
        </message>
        <message>
            <source>{count} already in the study</source>
            <translation>{count} schon in der Studie</translation>
        </message>
        <message>
            <source>{count} incomplete</source>
            <translation>{count} unvollständig</translation>
        </message>
        <message>
            <source>{count} with problems</source>
            <translation>{count} mit Problemen</translation>
        </message>
        <message>
            <source>{count} files read.</source>
            <translation>{count} Dateien gelesen.</translation>
        </message>
        <message>
            <source>1 file read.</source>
            <translation>1 Datei gelesen.</translation>
        </message>
        <message>
            <source>line {line}: {reason}</source>
            <translation>Zeile {line}: {reason}</translation>
        </message>
        <message>
            <source>File</source>
            <translation>Datei</translation>
        </message>
        <message>
            <source>Tool</source>
            <translation>Werkzeug</translation>
        </message>
        <message>
            <source>Run type</source>
            <translation>Laufart</translation>
        </message>
        <message>
            <source>Status</source>
            <translation>Status</translation>
        </message>
        <message>
            <source>Option</source>
            <translation>Option</translation>
        </message>
        <message>
            <source>Condition</source>
            <translation>Bedingung</translation>
        </message>
        <message>
            <source>Rows</source>
            <translation>Zeilen</translation>
        </message>
        <message>
            <source>Warn.</source>
            <translation>Warn.</translation>
        </message>
        <message>
            <source>choose an option</source>
            <translation>Option wählen</translation>
        </message>
        <message>
            <source>guess</source>
            <translation>vermutet</translation>
        </message>
        <message>
            <source>{count} users</source>
            <translation>{count} Nutzer</translation>
        </message>
        <message>
            <source>{low} to {high} users</source>
            <translation>{low} bis {high} Nutzer</translation>
        </message>
        <message>
            <source>Run</source>
            <translation>Lauf</translation>
        </message>
        <message>
            <source>complete</source>
            <translation>vollständig</translation>
        </message>
        <message>
            <source>incomplete</source>
            <translation>unvollständig</translation>
        </message>
        <message>
            <source>{count} rows</source>
            <translation>Zeilen: {count}</translation>
        </message>
        <message>
            <source>mean of {count}</source>
            <translation>Mittel aus {count}</translation>
        </message>
        <message>
            <source>small {count}</source>
            <translation>klein {count}</translation>
        </message>
        <message>
            <source>large {count}</source>
            <translation>groß {count}</translation>
        </message>
        <message>
            <source>Value</source>
            <translation>Wert</translation>
        </message>
        <message>
            <source>Statistic</source>
            <translation>Statistik</translation>
        </message>
        <message>
            <source>Read as</source>
            <translation>Gelesen als</translation>
        </message>
        <message>
            <source>Unit</source>
            <translation>Einheit</translation>
        </message>
        <message>
            <source>Line</source>
            <translation>Zeile</translation>
        </message>
        <message>
            <source>derived</source>
            <translation>abgeleitet</translation>
        </message>
        <message>
            <source>'{text}' is no number of minutes.</source>
            <translation>„{text}“ ist keine Angabe in Minuten.</translation>
        </message>
        <message>
            <source>1 file is now whole in the study.</source>
            <translation>1 Datei liegt jetzt ganz in der Studie.</translation>
        </message>
        <message>
            <source>1 file still lies outside the study:</source>
            <translation>1 Datei liegt weiter außerhalb der Studie:</translation>
        </message>
        <message>
            <source>1 option is proposed from folders and names:</source>
            <translation>1 Option wird nach Ordnern und Namen vorgeschlagen:</translation>
        </message>
        <message>
            <source>Make these options</source>
            <translation>Diese Optionen anlegen</translation>
        </message>
        <message>
            <source>Make this option</source>
            <translation>Diese Option anlegen</translation>
        </message>
        <message>
            <source>{count} files are now whole in the study.</source>
            <translation>{count} Dateien liegen jetzt ganz in der Studie.</translation>
        </message>
        <message>
            <source>{count} files still lie outside the study:</source>
            <translation>{count} Dateien liegen weiter außerhalb der Studie:</translation>
        </message>
        <message>
            <source>{count} options are proposed from folders and names:</source>
            <translation>{count} Optionen werden nach Ordnern und Namen vorgeschlagen:</translation>
        </message>
        <message>
            <source>A guess from the name of the file or its folder</source>
            <translation>Eine Vermutung aus dem Namen der Datei oder ihres Ordners</translation>
        </message>
        <message>
            <source>Ahead of the runs by</source>
            <translation>Vor den Läufen um</translation>
        </message>
        <message>
            <source>Choose the run beside which it was made.</source>
            <translation>Wählen Sie den Lauf, neben dem sie entstand.</translation>
        </message>
        <message>
            <source>Clear the cell to take what the file says.</source>
            <translation>Leeren Sie die Zelle, um zu übernehmen, was die Datei sagt.</translation>
        </message>
        <message>
            <source>Minutes beyond the zones that the files tell. Clear the cell to leave it to the program.</source>
            <translation>Minuten über die Zonen hinaus, die die Dateien nennen. Leeren Sie die Zelle, um es dem Programm zu überlassen.</translation>
        </message>
        <message>
            <source>Monitor's clock</source>
            <translation>Uhr des Monitors</translation>
        </message>
        <message>
            <source>Only the name of the file or a folder says it. Confirm it, or type over it.</source>
            <translation>Nur der Name der Datei oder eines Ordners sagt es. Bestätigen oder überschreiben Sie es.</translation>
        </message>
        <message>
            <source>Processors</source>
            <translation>Prozessoren</translation>
        </message>
        <message>
            <source>Recorded beside</source>
            <translation>Aufgezeichnet neben</translation>
        </message>
        <message>
            <source>Repetition</source>
            <translation>Wiederholung</translation>
        </message>
        <message>
            <source>Scale</source>
            <translation>Skalierung</translation>
        </message>
        <message>
            <source>Think time</source>
            <translation>Denkzeit</translation>
        </message>
        <message>
            <source>Type here to say it better; with several files selected it goes to them all.</source>
            <translation>Tippen Sie hier, um es besser zu sagen; sind mehrere Dateien gewählt, gilt es für alle.</translation>
        </message>
        <message>
            <source>Typed by the user</source>
            <translation>Vom Benutzer eingegeben</translation>
        </message>
        <message>
            <source>UTC</source>
            <translation>UTC</translation>
        </message>
        <message>
            <source>Users</source>
            <translation>Nutzer</translation>
        </message>
        <message>
            <source>Version</source>
            <translation>Version</translation>
        </message>
        <message>
            <source>Warehouses</source>
            <translation>Warehouses</translation>
        </message>
        <message>
            <source>Warm-up</source>
            <translation>Anlaufzeit</translation>
        </message>
        <message>
            <source>as written</source>
            <translation>wie geschrieben</translation>
        </message>
        <message>
            <source>assumed</source>
            <translation>angenommen</translation>
        </message>
        <message>
            <source>both tell UTC</source>
            <translation>beide nennen UTC</translation>
        </message>
        <message>
            <source>cancelled: {count} not read</source>
            <translation>abgebrochen: {count} nicht gelesen</translation>
        </message>
        <message>
            <source>file: {value}</source>
            <translation>Datei: {value}</translation>
        </message>
        <message>
            <source>guess from the name</source>
            <translation>Vermutung aus Namen</translation>
        </message>
        <message>
            <source>in the file</source>
            <translation>in der Datei</translation>
        </message>
        <message>
            <source>its option has no run with a time</source>
            <translation>ihre Option hat keinen Lauf mit Uhrzeit</translation>
        </message>
        <message>
            <source>local time, zone not told</source>
            <translation>Ortszeit, Zone nicht genannt</translation>
        </message>
        <message>
            <source>no run</source>
            <translation>keinem Lauf</translation>
        </message>
        <message>
            <source>not stated</source>
            <translation>nicht genannt</translation>
        </message>
        <message>
            <source>run {number}</source>
            <translation>Lauf {number}</translation>
        </message>
        <message>
            <source>typed by the user</source>
            <translation>vom Benutzer</translation>
        </message>
        <message>
            <source>{count} runs</source>
            <translation>{count} Läufen</translation>
        </message>
        <message>
            <source>Counts until</source>
            <translation>Zählt bis</translation>
        </message>
        <message>
            <source>1 user</source>
            <translation>1 Nutzer</translation>
        </message>
        <message>
            <source>{file} has the same bytes as {other}</source>
            <translation>{file} hat dieselben Bytes wie {other}</translation>
        </message>
        <message>
            <source>Nothing was read:</source>
            <translation>Nichts wurde gelesen:</translation>
        </message>
        <message>
            <source>there is no file in it.</source>
            <translation>darin liegt keine Datei.</translation>
        </message>
        <message>
            <source>No file was read.</source>
            <translation>Keine Datei wurde gelesen.</translation>
        </message>
        <message>
            <source>{count} without an option: select them, then Assign option</source>
            <translation>{count} ohne Option: auswählen, dann Option zuweisen</translation>
        </message>
        <message>
            <source>There is neither a file nor text on the clipboard.</source>
            <translation>In der Zwischenablage ist weder eine Datei noch Text.</translation>
        </message>
    </context>
    <context>
        <name>EvidenceBar</name>
        <message>
            <source>Confirm the guesses of 1 file</source>
            <translation>Vermutungen zu 1 Datei bestätigen</translation>
        </message>
        <message>
            <source>Confirm the guesses of {count} files</source>
            <translation>Vermutungen zu {count} Dateien bestätigen</translation>
        </message>
        <message>
            <source>Drop result files or a folder here</source>
            <translation>Ergebnisdateien oder einen Ordner hier ablegen</translation>
        </message>
        <message>
            <source>ORION, Swingbench, I/O calibration, dstat, fio, HammerDB and others by content</source>
            <translation>ORION, Swingbench, I/O-Kalibrierung, dstat, fio, HammerDB u. a., am Inhalt erkannt</translation>
        </message>
        <message>
            <source>or paste text with Ctrl+V</source>
            <translation>oder Text mit Strg+V einfügen</translation>
        </message>
        <message>
            <source>Only those with problems ({count})</source>
            <translation>Nur die mit Problemen ({count})</translation>
        </message>
        <message>
            <source>Options, users and repetitions that were guessed from names are dotted in the list until they are confirmed or typed over.</source>
            <translation>Optionen, Nutzer und Wiederholungen, die aus Namen vermutet wurden, sind in der Liste gepunktet, bis sie bestätigt oder überschrieben sind.</translation>
        </message>
    </context>
    <context>
        <name>EvidenceDetail</name>
        <message>
            <source>What was read</source>
            <translation>Was gelesen wurde</translation>
        </message>
        <message>
            <source>Values read from this file</source>
            <translation>Aus dieser Datei gelesene Werte</translation>
        </message>
        <message>
            <source>a value was read here</source>
            <translation>hier wurde ein Wert gelesen</translation>
        </message>
        <message>
            <source>{count} values</source>
            <translation>{count} Werte</translation>
        </message>
        <message>
            <source>1 value</source>
            <translation>1 Wert</translation>
        </message>
        <message>
            <source>This file is kept outside the study, and it is not found unchanged at {path}.</source>
            <translation>Diese Datei liegt außerhalb der Studie und ist unter {path} nicht unverändert zu finden.</translation>
        </message>
        <message>
            <source>1 line</source>
            <translation>1 Zeile</translation>
        </message>
        <message>
            <source>{count} lines</source>
            <translation>{count} Zeilen</translation>
        </message>
        <message>
            <source>Take what the file says</source>
            <translation>Übernehmen, was die Datei sagt</translation>
        </message>
        <message>
            <source>Not a text: {size} bytes.</source>
            <translation>Kein Text: {size} Bytes.</translation>
        </message>
        <message>
            <source>Not a text: {size} bytes in the format {kind}.</source>
            <translation>Kein Text: {size} Bytes im Format {kind}.</translation>
        </message>
    </context>
    <context>
        <name>EvidencePage</name>
        <message>
            <source>Evidence</source>
            <translation>Belege</translation>
        </message>
        <message>
            <source>Files</source>
            <translation>Dateien</translation>
        </message>
        <message>
            <source>Find in files</source>
            <translation>In Dateien suchen</translation>
        </message>
        <message>
            <source>Assign option</source>
            <translation>Option zuweisen</translation>
        </message>
        <message>
            <source>Open folder</source>
            <translation>Ordner öffnen</translation>
        </message>
        <message>
            <source>Open files</source>
            <translation>Dateien öffnen</translation>
        </message>
        <message>
            <source>Open a folder</source>
            <translation>Ordner öffnen</translation>
        </message>
        <message>
            <source>Drop result files or a folder anywhere on this window</source>
            <translation>Ergebnisdateien oder einen Ordner irgendwo auf diesem Fenster ablegen</translation>
        </message>
        <message>
            <source>Files of ORION, Swingbench, I/O calibration, dstat, fio, HammerDB and others are recognised by content. A folder's name is offered as the option that its files belong to. Text on the clipboard can be pasted with Ctrl+V.</source>
            <translation>Dateien von ORION, Swingbench, I/O-Kalibrierung, dstat, fio, HammerDB und anderen werden am Inhalt erkannt. Der Name eines Ordners wird als Option seiner Dateien vorgeschlagen. Text aus der Zwischenablage lässt sich mit Strg+V einfügen.</translation>
        </message>
        <message>
            <source>1 file</source>
            <translation>1 Datei</translation>
        </message>
        <message>
            <source>{count} files</source>
            <translation>{count} Dateien</translation>
        </message>
        <message>
            <source>1 run</source>
            <translation>1 Lauf</translation>
        </message>
        <message>
            <source>{count} runs</source>
            <translation>{count} Läufe</translation>
        </message>
        <message>
            <source>, {refused} refused</source>
            <translation>, {refused} abgewiesen</translation>
        </message>
        <message>
            <source>, {count} without an option</source>
            <translation>, {count} ohne Option</translation>
        </message>
        <message>
            <source>Remove {count} files and all that was read from them?</source>
            <translation>{count} Dateien und alles daraus Gelesene entfernen?</translation>
        </message>
        <message>
            <source>Keep whole files in the study</source>
            <translation>Dateien ganz in der Studie behalten</translation>
        </message>
        <message>
            <source>No file is selected that lies outside the study.</source>
            <translation>Keine Datei ist ausgewählt, die außerhalb der Studie liegt.</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation>Entfernen</translation>
        </message>
        <message>
            <source>Confirm guesses</source>
            <translation>Vermutungen bestätigen</translation>
        </message>
        <message>
            <source>Edit options…</source>
            <translation>Optionen bearbeiten…</translation>
        </message>
        <message>
            <source>Options…</source>
            <translation>Optionen…</translation>
        </message>
        <message>
            <source>Remove files…</source>
            <translation>Dateien entfernen…</translation>
        </message>
        <message>
            <source>Show those with problems</source>
            <translation>Die mit Problemen zeigen</translation>
        </message>
        <message>
            <source>Remove {name} and all that was read from it?</source>
            <translation>{name} und alles, was daraus gelesen wurde, entfernen?</translation>
        </message>
        <message>
            <source>New option</source>
            <translation>Neue Option</translation>
        </message>
        <message>
            <source>Name of the option that the selected files go into; files: {count}</source>
            <translation>Name der Option für die ausgewählten Dateien; Dateien: {count}</translation>
        </message>
        <message>
            <source>Assigned to {option}; files: {count}.</source>
            <translation>{option} zugeordnet; Dateien: {count}.</translation>
        </message>
        <message>
            <source>Assigned to no option; files: {count}.</source>
            <translation>Keiner Option zugeordnet; Dateien: {count}.</translation>
        </message>
        <message>
            <source>Ctrl+Z takes it back.</source>
            <translation>Strg+Z macht es rückgängig.</translation>
        </message>
    </context>
    <context>
        <name>Export</name>
        <message>
            <source>PDF report</source>
            <translation>PDF-Bericht</translation>
        </message>
        <message>
            <source>Writing the PDF</source>
            <translation>Schreibe das PDF</translation>
        </message>
        <message>
            <source>Workbook with live formulas</source>
            <translation>Arbeitsmappe mit Formeln</translation>
        </message>
        <message>
            <source>Writing the workbook</source>
            <translation>Schreibe die Arbeitsmappe</translation>
        </message>
        <message>
            <source>{name} is written.</source>
            <translation>{name} wurde geschrieben.</translation>
        </message>
        <message>
            <source>Open</source>
            <translation>Öffnen</translation>
        </message>
        <message>
            <source>Nothing to print yet. Add options and evidence first.</source>
            <translation>Noch nichts zu drucken. Legen Sie zuerst Optionen und Belege an.</translation>
        </message>
    </context>
    <context>
        <name>FileDialogs</name>
        <message>
            <source>Arraywise studies (*{suffix})</source>
            <translation>Arraywise-Studien (*{suffix})</translation>
        </message>
        <message>
            <source>Open study</source>
            <translation>Studie öffnen</translation>
        </message>
        <message>
            <source>New study</source>
            <translation>Neue Studie</translation>
        </message>
        <message>
            <source>Save a copy</source>
            <translation>Kopie speichern</translation>
        </message>
        <message>
            <source>Read a price sheet</source>
            <translation>Preisblatt einlesen</translation>
        </message>
        <message>
            <source>Price sheets</source>
            <translation>Preisblätter</translation>
        </message>
        <message>
            <source>Open result files</source>
            <translation>Ergebnisdateien öffnen</translation>
        </message>
        <message>
            <source>All files</source>
            <translation>Alle Dateien</translation>
        </message>
        <message>
            <source>Open a folder of result files</source>
            <translation>Ordner mit Ergebnisdateien öffnen</translation>
        </message>
        <message>
            <source>Choose a logo</source>
            <translation>Logo auswählen</translation>
        </message>
        <message>
            <source>Pictures</source>
            <translation>Bilder</translation>
        </message>
    </context>
    <context>
        <name>FindBar</name>
        <message>
            <source>Find in the sheet</source>
            <translation>Im Blatt suchen</translation>
        </message>
        <message>
            <source>Previous</source>
            <translation>Vorherige</translation>
        </message>
        <message>
            <source>Next</source>
            <translation>Nächste</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>Schließen</translation>
        </message>
        <message>
            <source>Not found</source>
            <translation>Nicht gefunden</translation>
        </message>
    </context>
    <context>
        <name>FindingsPanel</name>
        <message>
            <source>Findings</source>
            <translation>Befunde</translation>
        </message>
        <message>
            <source>{count} open</source>
            <translation>{count} offen</translation>
        </message>
        <message>
            <source>Nothing makes this comparison unfair as far as the evidence shows.</source>
            <translation>Soweit die Belege zeigen, ist an diesem Vergleich nichts unfair.</translation>
        </message>
        <message>
            <source>and {count} more</source>
            <translation>und {count} weitere</translation>
        </message>
    </context>
    <context>
        <name>Formats</name>
        <message>
            <source>Number format</source>
            <translation>Zahlenformat</translation>
        </message>
        <message>
            <source>General</source>
            <translation>Standard</translation>
        </message>
        <message>
            <source>Number, 2 decimals</source>
            <translation>Zahl, 2 Dezimalen</translation>
        </message>
        <message>
            <source>Without thousands marks</source>
            <translation>Ohne Tausendertrennung</translation>
        </message>
        <message>
            <source>Percent</source>
            <translation>Prozent</translation>
        </message>
        <message>
            <source>Currency</source>
            <translation>Währung</translation>
        </message>
        <message>
            <source>Date</source>
            <translation>Datum</translation>
        </message>
        <message>
            <source>More decimals</source>
            <translation>Mehr Dezimalen</translation>
        </message>
        <message>
            <source>Fewer decimals</source>
            <translation>Weniger Dezimalen</translation>
        </message>
    </context>
    <context>
        <name>FormulaEdit</name>
        <message>
            <source>Functions and names</source>
            <translation>Funktionen und Namen</translation>
        </message>
    </context>
    <context>
        <name>FormulaHelp</name>
        <message>
            <source>A formula begins with =, such as =12*450*0.9, =B3*1.1 or =SUM(F2:F9). Numbers have the decimal mark of your language; where that is a comma, a semicolon parts arguments. Names of functions are English in every language.</source>
            <translation>Eine Formel beginnt mit =, etwa =12*450*0,9, =B3*1,1 oder =SUM(F2:F9). Zahlen haben das Dezimalzeichen Ihrer Sprache; wo das ein Komma ist, trennt ein Strichpunkt die Argumente. Funktionen heißen in jeder Sprache englisch.</translation>
        </message>
        <message>
            <source>Cells of other sheets: ='NAS'!E4*2 is a price of the option NAS, ='NAS provisioning'!B1 a time of it in minutes, =Requirement!B2 and =Criteria!B2 what is asked for, =Workings!A1 a cell of the workings. A cell counts as it is shown: a percentage in its column as 8, not 0.08.</source>
            <translation>Zellen anderer Blätter: ='NAS'!E4*2 ist ein Preis der Option NAS, ='NAS provisioning'!B1 eine Zeit davon in Minuten, =Requirement!B2 und =Criteria!B2 das Geforderte, =Workings!A1 eine Zelle der Nebenrechnung. Eine Zelle zählt, wie sie gezeigt wird: ein Prozentsatz in seiner Spalte als 8, nicht 0,08.</translation>
        </message>
        <message>
            <source>A result that is not known is #N/A, never 0. A capacity is the highest load that was shown; more may be possible. An empty cell counts as 0, as in every spreadsheet.</source>
            <translation>Ein Ergebnis, das nicht bekannt ist, ist #N/A, nie 0. Eine Kapazität ist die höchste Last, die gezeigt wurde; mehr kann möglich sein. Eine leere Zelle zählt als 0, wie in jeder Tabellenkalkulation.</translation>
        </message>
        <message>
            <source>Functions: {names}</source>
            <translation>Funktionen: {names}</translation>
        </message>
        <message>
            <source>Names of the model's results</source>
            <translation>Namen der Ergebnisse des Modells</translation>
        </message>
        <message>
            <source>Name</source>
            <translation>Name</translation>
        </message>
        <message>
            <source>Now</source>
            <translation>Jetzt</translation>
        </message>
        <message>
            <source>The model's results have names, listed below. They follow every slider. An option's can be called by its own name too: =Option("NAS").Price. What feeds the model may not come from its results, nor from the computed columns of a price sheet: that is a circle, and is said so in the cell.</source>
            <translation>Die Ergebnisse des Modells haben Namen, die unten stehen. Sie folgen jedem Schieber. Die einer Option heißen auch nach ihrem eigenen Namen: =Option("NAS").Price. Was das Modell speist, darf nicht aus seinen Ergebnissen kommen, auch nicht aus den berechneten Spalten eines Preisblatts: Das ist ein Kreis, und die Zelle sagt es.</translation>
        </message>
        <message>
            <source>Or</source>
            <translation>Oder</translation>
        </message>
        <message>
            <source>Where a value is due, click a cell, drag over some, or go there with the arrow keys; on other sheets too: Enter comes back. F4 fixes row and column with $.</source>
            <translation>Wo ein Wert fehlt, eine Zelle anklicken, über mehrere ziehen oder mit den Pfeiltasten hingehen, auch auf anderen Blättern: Die Eingabetaste kehrt zurück. F4 hält Zeile und Spalte mit $ fest.</translation>
        </message>
        <message>
            <source>Rules of formulas</source>
            <translation>Regeln für Formeln</translation>
        </message>
    </context>
    <context>
        <name>FormulaLine</name>
        <message>
            <source>Name of the cell</source>
            <translation>Name der Zelle</translation>
        </message>
        <message>
            <source>Type the name of a cell to go there</source>
            <translation>Name einer Zelle eingeben, um dorthin zu gehen</translation>
        </message>
        <message>
            <source>What is typed in the cell</source>
            <translation>Was in der Zelle steht</translation>
        </message>
        <message>
            <source>For {cell}: click cells, Enter goes back</source>
            <translation>Für {cell}: Zellen anklicken, Eingabetaste kehrt zurück</translation>
        </message>
    </context>
    <context>
        <name>FurtherPoints</name>
        <message>
            <source>Further points</source>
            <translation>Weitere Punkte</translation>
        </message>
        <message>
            <source>Further point {number}</source>
            <translation>Weiterer Punkt {number}</translation>
        </message>
        <message>
            <source>Worth of further point {number}</source>
            <translation>Wert des weiteren Punkts {number}</translation>
        </message>
        <message>
            <source>Remove further point {number}</source>
            <translation>Weiteren Punkt {number} entfernen</translation>
        </message>
        <message>
            <source>points</source>
            <translation>Punkte</translation>
        </message>
    </context>
    <context>
        <name>Grid</name>
        <message>
            <source>These are too many cells to copy at once.</source>
            <translation>Das sind zu viele Zellen, um sie auf einmal zu kopieren.</translation>
        </message>
        <message>
            <source>{wide} columns do not fit: {room} are left from here on. Nothing was changed.</source>
            <translation>{wide} Spalten passen nicht: von hier an sind noch {room} da. Nichts wurde geändert.</translation>
        </message>
        <message>
            <source>{high} rows do not fit here. Nothing was changed.</source>
            <translation>{high} Zeilen passen hier nicht. Nichts wurde geändert.</translation>
        </message>
        <message>
            <source>Show all rows in their own order first.</source>
            <translation>Zuerst alle Zeilen in ihrer eigenen Reihenfolge zeigen.</translation>
        </message>
        <message>
            <source>Cut</source>
            <translation>Ausschneiden</translation>
        </message>
        <message>
            <source>Copy</source>
            <translation>Kopieren</translation>
        </message>
        <message>
            <source>Paste</source>
            <translation>Einfügen</translation>
        </message>
        <message>
            <source>Clear</source>
            <translation>Leeren</translation>
        </message>
        <message>
            <source>Fill down</source>
            <translation>Nach unten ausfüllen</translation>
        </message>
        <message>
            <source>Fill right</source>
            <translation>Nach rechts ausfüllen</translation>
        </message>
        <message>
            <source>Insert rows</source>
            <translation>Zeilen einfügen</translation>
        </message>
        <message>
            <source>Delete rows</source>
            <translation>Zeilen löschen</translation>
        </message>
        <message>
            <source>Show only rows with “{text}”</source>
            <translation>Nur Zeilen mit „{text}“ zeigen</translation>
        </message>
        <message>
            <source>Show all rows</source>
            <translation>Alle Zeilen zeigen</translation>
        </message>
        <message>
            <source>Sort ascending</source>
            <translation>Aufsteigend sortieren</translation>
        </message>
        <message>
            <source>Sort descending</source>
            <translation>Absteigend sortieren</translation>
        </message>
        <message>
            <source>Original order</source>
            <translation>Ursprüngliche Reihenfolge</translation>
        </message>
        <message>
            <source>Fit the width</source>
            <translation>Breite anpassen</translation>
        </message>
        <message>
            <source>Keep columns up to this one in sight</source>
            <translation>Spalten bis zu dieser fixieren</translation>
        </message>
        <message>
            <source>Let all columns scroll</source>
            <translation>Fixierung der Spalten aufheben</translation>
        </message>
        <message>
            <source>Show rows that contain…</source>
            <translation>Zeilen zeigen, die enthalten…</translation>
        </message>
        <message>
            <source>Columns</source>
            <translation>Spalten</translation>
        </message>
        <message>
            <source>Copy with titles</source>
            <translation>Mit Überschriften kopieren</translation>
        </message>
        <message>
            <source>Pasting {done} of {all} rows; Esc stops</source>
            <translation>{done} von {all} Zeilen eingefügt; Esc hält an</translation>
        </message>
        <message>
            <source>Pasting; Esc stops</source>
            <translation>Wird eingefügt; Esc hält an</translation>
        </message>
        <message>
            <source>Paste values only</source>
            <translation>Nur Werte einfügen</translation>
        </message>
        <message>
            <source>Insert columns</source>
            <translation>Spalten einfügen</translation>
        </message>
        <message>
            <source>Delete columns</source>
            <translation>Spalten löschen</translation>
        </message>
        <message>
            <source>No row has “{text}” in {column}.</source>
            <translation>Keine Zeile hat „{text}“ in {column}.</translation>
        </message>
        <message>
            <source>“Show all rows” is in the menu of every title.</source>
            <translation>„Alle Zeilen zeigen“ steht im Menü jeder Überschrift.</translation>
        </message>
        <message>
            <source>Only rows with “{text}” are shown.</source>
            <translation>Gezeigt werden nur Zeilen mit „{text}“.</translation>
        </message>
        <message>
            <source>Nothing was pasted: this table cannot be typed into.</source>
            <translation>Nichts wurde eingefügt: In diese Tabelle kann nichts eingegeben werden.</translation>
        </message>
    </context>
    <context>
        <name>HelpDialog</name>
        <message>
            <source>Keys and formulas</source>
            <translation>Tasten und Formeln</translation>
        </message>
        <message>
            <source>Keys</source>
            <translation>Tasten</translation>
        </message>
        <message>
            <source>Formulas and names</source>
            <translation>Formeln und Namen</translation>
        </message>
        <message>
            <source>What they do</source>
            <translation>Was sie tun</translation>
        </message>
        <message>
            <source>Where</source>
            <translation>Wo</translation>
        </message>
    </context>
    <context>
        <name>HostCharts</name>
        <message>
            <source>Recordings of hosts</source>
            <translation>Aufzeichnungen von Hosts</translation>
        </message>
        <message>
            <source>What is shown</source>
            <translation>Was gezeigt wird</translation>
        </message>
        <message>
            <source>Recording of a host</source>
            <translation>Aufzeichnung eines Hosts</translation>
        </message>
        <message>
            <source>Fit</source>
            <translation>Einpassen</translation>
        </message>
        <message>
            <source>Show the whole recording again; Ctrl and the wheel zoom, dragging pans</source>
            <translation>Wieder die ganze Aufzeichnung zeigen; Strg und Rad zoomen, Ziehen verschiebt</translation>
        </message>
        <message>
            <source>{rows} samples</source>
            <translation>{rows} Messpunkte</translation>
        </message>
        <message>
            <source>processors exhausted {stretches}</source>
            <translation>Prozessoren erschöpft {stretches}</translation>
        </message>
        <message>
            <source>no times, so that no run is found beside them</source>
            <translation>keine Zeiten, daher ist kein Lauf daneben zu finden</translation>
        </message>
        <message>
            <source>processors never exhausted</source>
            <translation>Prozessoren nie erschöpft</translation>
        </message>
        <message>
            <source>Reading which recordings there are…</source>
            <translation>Es wird gelesen, welche Aufzeichnungen es gibt…</translation>
        </message>
        <message>
            <source>Reading {file}…</source>
            <translation>{file} wird gelesen…</translation>
        </message>
    </context>
    <context>
        <name>HostPanel</name>
        <message>
            <source>Host processors during a run</source>
            <translation>Prozessoren des Hosts während eines Laufs</translation>
        </message>
        <message>
            <source>Host CPU</source>
            <translation>Host-CPU</translation>
        </message>
        <message>
            <source>Option</source>
            <translation>Option</translation>
        </message>
        <message>
            <source>Level</source>
            <translation>Stufe</translation>
        </message>
        <message>
            <source>Run</source>
            <translation>Lauf</translation>
        </message>
        <message>
            <source>Fit</source>
            <translation>Einpassen</translation>
        </message>
        <message>
            <source>Show the whole run again; Ctrl and the wheel zoom, dragging pans</source>
            <translation>Wieder den ganzen Lauf zeigen; Strg und Rad zoomen, Ziehen verschiebt</translation>
        </message>
        <message>
            <source>1 user</source>
            <translation>1 Nutzer</translation>
        </message>
        <message>
            <source>{count} users</source>
            <translation>{count} Nutzer</translation>
        </message>
        <message>
            <source>run {number}</source>
            <translation>Lauf {number}</translation>
        </message>
        <message>
            <source>No recording of a host lies beside this run. Import what dstat, dool, sar, vmstat or iostat wrote on the database host meanwhile, and assign it to this option.</source>
            <translation>Neben diesem Lauf liegt keine Aufzeichnung eines Hosts. Importieren Sie, was dstat, dool, sar, vmstat oder iostat währenddessen auf dem Datenbank-Host geschrieben haben, und ordnen Sie es dieser Option zu.</translation>
        </message>
        <message>
            <source>Its clock is taken to be {minutes} min off: see Evidence.</source>
            <translation>Angenommene Abweichung der Uhr: {minutes} min, siehe Belege.</translation>
        </message>
        <message>
            <source>Reading what the host was doing…</source>
            <translation>Es wird gelesen, was der Host tat…</translation>
        </message>
    </context>
    <context>
        <name>HostPlot</name>
        <message>
            <source>idle ≤ 5 %, exhausted</source>
            <translation>frei ≤ 5 %, erschöpft</translation>
        </message>
        <message>
            <source>Counts: {seconds} s; drag the ends</source>
            <translation>Zählt: {seconds} s; Enden ziehbar</translation>
        </message>
        <message>
            <source>Go along the recording</source>
            <translation>An der Aufzeichnung entlanggehen</translation>
        </message>
    </context>
    <context>
        <name>HostWords</name>
        <message>
            <source>busy</source>
            <translation>beschäftigt</translation>
        </message>
        <message>
            <source>I/O wait</source>
            <translation>I/O-Wartezeit</translation>
        </message>
        <message>
            <source>taken by other machines</source>
            <translation>von anderen Maschinen genommen</translation>
        </message>
        <message>
            <source>read</source>
            <translation>gelesen</translation>
        </message>
        <message>
            <source>written</source>
            <translation>geschrieben</translation>
        </message>
        <message>
            <source>received</source>
            <translation>empfangen</translation>
        </message>
        <message>
            <source>sent</source>
            <translation>gesendet</translation>
        </message>
        <message>
            <source>memory in use</source>
            <translation>belegter Speicher</translation>
        </message>
        <message>
            <source>swap in use</source>
            <translation>belegter Auslagerungsspeicher</translation>
        </message>
        <message>
            <source>paged in</source>
            <translation>eingelagert</translation>
        </message>
        <message>
            <source>paged out</source>
            <translation>ausgelagert</translation>
        </message>
        <message>
            <source>Processors</source>
            <translation>Prozessoren</translation>
        </message>
        <message>
            <source>Disks</source>
            <translation>Platten</translation>
        </message>
        <message>
            <source>Network</source>
            <translation>Netz</translation>
        </message>
        <message>
            <source>Memory</source>
            <translation>Arbeitsspeicher</translation>
        </message>
        <message>
            <source>Paging</source>
            <translation>Auslagerung</translation>
        </message>
    </context>
    <context>
        <name>IoCharts</name>
        <message>
            <source>IOPS against outstanding small I/Os</source>
            <translation>IOPS über ausstehenden kleinen I/Os</translation>
        </message>
        <message>
            <source>Latency against outstanding small I/Os</source>
            <translation>Latenz über ausstehenden kleinen I/Os</translation>
        </message>
        <message>
            <source>Throughput against outstanding large I/Os</source>
            <translation>Durchsatz über ausstehenden großen I/Os</translation>
        </message>
        <message>
            <source>Outstanding small I/Os</source>
            <translation>Ausstehende kleine I/Os</translation>
        </message>
        <message>
            <source>Outstanding large I/Os</source>
            <translation>Ausstehende große I/Os</translation>
        </message>
        <message>
            <source>Latency, ms</source>
            <translation>Latenz, ms</translation>
        </message>
        <message>
            <source>Large I/Os beside the small</source>
            <translation>Große I/Os neben den kleinen</translation>
        </message>
        <message>
            <source>Small I/Os beside the large</source>
            <translation>Kleine I/Os neben den großen</translation>
        </message>
        <message>
            <source>Latency against I/O rate</source>
            <translation>Latenz über I/O-Rate</translation>
        </message>
        <message>
            <source>Small I/Os per second</source>
            <translation>Kleine I/Os je Sekunde</translation>
        </message>
        <message>
            <source>{option} {rate} tx/s ({tool})</source>
            <translation>{option} {rate} Tx/s ({tool})</translation>
        </message>
        <message>
            <source>Derived, at most: {bounds}. What {each} I/Os a transaction would allow.</source>
            <translation>Abgeleitet, höchstens: {bounds}. Was {each} I/Os je Transaktion zuließen.</translation>
        </message>
    </context>
    <context>
        <name>LastChangesReader</name>
        <message>
            <source>Last changed {when}</source>
            <translation>Zuletzt geändert: {when}</translation>
        </message>
        <message>
            <source>Last changed by {who}, {when}</source>
            <translation>Zuletzt geändert von {who}, {when}</translation>
        </message>
    </context>
    <context>
        <name>LeadChart</name>
        <message>
            <source>Lead: {bars}</source>
            <translation>Vorsprung: {bars}</translation>
        </message>
        <message>
            <source>{option} leads</source>
            <translation>{option} vorn</translation>
        </message>
        <message>
            <source>rival leads</source>
            <translation>Rivale vorn</translation>
        </message>
        <message>
            <source>{what}, {low} to {high}: lead {ends} points</source>
            <translation>{what}, {low} bis {high}: Vorsprung {ends} Punkte</translation>
        </message>
        <message>
            <source>another option leads at {flip}</source>
            <translation>bei {flip} liegt eine andere Option vorn</translation>
        </message>
        <message>
            <source>A lead needs two options that pass, and best value as the rule</source>
            <translation>Ein Vorsprung braucht zwei Optionen, die bestehen, und als Regel den höchsten Wert</translation>
        </message>
        <message>
            <source>none is shown to pass</source>
            <translation>keine besteht nachweislich</translation>
        </message>
    </context>
    <context>
        <name>Leaving</name>
        <message>
            <source>“{what}” is not finished.</source>
            <translation>„{what}“ ist noch nicht fertig.</translation>
        </message>
        <message>
            <source>“{what}” is not finished: {done} of {all}.</source>
            <translation>„{what}“ ist noch nicht fertig: {done} von {all}.</translation>
        </message>
        <message>
            <source>If it is stopped, files that were read are kept, and the study says what is missing when it is opened again. A document that is being written is not kept.</source>
            <translation>Wird abgebrochen, bleiben die gelesenen Dateien in der Studie, und beim nächsten Öffnen steht da, was fehlt. Ein Dokument, das gerade geschrieben wird, bleibt nicht erhalten.</translation>
        </message>
        <message>
            <source>Keep working</source>
            <translation>Weiterarbeiten</translation>
        </message>
        <message>
            <source>Stop and close</source>
            <translation>Abbrechen und schließen</translation>
        </message>
        <message>
            <source>Files of {names} may be missing.</source>
            <translation>Dateien aus {names} fehlen möglicherweise.</translation>
        </message>
        <message>
            <source>1 file of {names} was not read.</source>
            <translation>1 Datei aus {names} wurde nicht gelesen.</translation>
        </message>
        <message>
            <source>{count} files of {names} were not read.</source>
            <translation>{count} Dateien aus {names} wurden nicht gelesen.</translation>
        </message>
        <message>
            <source>The last import was not finished.</source>
            <translation>Der letzte Import wurde nicht beendet.</translation>
        </message>
        <message>
            <source>Import them</source>
            <translation>Importieren</translation>
        </message>
        <message>
            <source>Leave them out</source>
            <translation>Weglassen</translation>
        </message>
        <message>
            <source>Save a copy…</source>
            <translation>Kopie speichern …</translation>
        </message>
    </context>
    <context>
        <name>Legend</name>
        <message>
            <source>interpolation, 95 % band</source>
            <translation>Interpolation, 95-%-Band</translation>
        </message>
        <message>
            <source>mean of runs, 95 %</source>
            <translation>Mittel der Läufe, 95 %</translation>
        </message>
        <message>
            <source>does not count</source>
            <translation>zählt nicht</translation>
        </message>
    </context>
    <context>
        <name>LimitDialog</name>
        <message>
            <source>Files up to this size are kept whole inside the study, so that it can be checked anywhere. Of larger ones it keeps what was read, the path and the hash. Files that were imported before stay as they are.</source>
            <translation>Dateien bis zu dieser Größe werden ganz in der Studie aufbewahrt, damit sie überall geprüft werden kann. Von größeren bleiben das Gelesene, der Pfad und der Hash. Schon importierte Dateien bleiben, wie sie sind.</translation>
        </message>
        <message>
            <source>Keep this size</source>
            <translation>Diese Größe behalten</translation>
        </message>
        <message>
            <source>Largest file kept in the study</source>
            <translation>Größte Datei in der Studie</translation>
        </message>
    </context>
    <context>
        <name>Limits</name>
        <message>
            <source>Contradiction</source>
            <translation>Widerspruch</translation>
        </message>
        <message>
            <source>Memory</source>
            <translation>Arbeitsspeicher</translation>
        </message>
        <message>
            <source>Shared CPU</source>
            <translation>Geteilte CPU</translation>
        </message>
        <message>
            <source>Host CPU</source>
            <translation>Host-CPU</translation>
        </message>
        <message>
            <source>Host CPU, nearly</source>
            <translation>Host-CPU, fast</translation>
        </message>
        <message>
            <source>One CPU</source>
            <translation>Eine CPU</translation>
        </message>
        <message>
            <source>Client</source>
            <translation>Client</translation>
        </message>
        <message>
            <source>Path</source>
            <translation>Pfad</translation>
        </message>
        <message>
            <source>Storage</source>
            <translation>Speicher</translation>
        </message>
        <message>
            <source>Contention</source>
            <translation>Konkurrenz</translation>
        </message>
        <message>
            <source>Nothing yet</source>
            <translation>Noch nichts</translation>
        </message>
        <message>
            <source>Not known</source>
            <translation>Nicht bekannt</translation>
        </message>
    </context>
    <context>
        <name>LoadCharts</name>
        <message>
            <source>Response time against load</source>
            <translation>Antwortzeit über der Last</translation>
        </message>
        <message>
            <source>Throughput against users</source>
            <translation>Durchsatz über den Nutzern</translation>
        </message>
        <message>
            <source>Users</source>
            <translation>Nutzer</translation>
        </message>
        <message>
            <source>Transactions per second</source>
            <translation>Transaktionen je Sekunde</translation>
        </message>
        <message>
            <source>Response time, ms ({statistic})</source>
            <translation>Antwortzeit, ms ({statistic})</translation>
        </message>
        <message>
            <source>Show the host beside the point that was read out</source>
            <translation>Den Host zum abgelesenen Punkt zeigen</translation>
        </message>
    </context>
    <context>
        <name>LoadCurves</name>
        <message>
            <source>Demand {rate}</source>
            <translation>Bedarf {rate}</translation>
        </message>
        <message>
            <source>{option}, {users} users: {rate} tx/s, {ms} ms ({runs} runs)</source>
            <translation>{option}, {users} Nutzer: {rate} Tx/s, {ms} ms ({runs} Läufe)</translation>
        </message>
        <message>
            <source>; not comparable as storage</source>
            <translation>; als Speicher nicht vergleichbar</translation>
        </message>
        <message>
            <source>; past the highest rate, does not count</source>
            <translation>; jenseits der höchsten Rate, zählt nicht</translation>
        </message>
        <message>
            <source>{option}, {count} outstanding: {value} {unit}</source>
            <translation>{option}, {count} ausstehend: {value} {unit}</translation>
        </message>
        <message>
            <source>Target {target} ms, {statistic}</source>
            <translation>Ziel {target} ms, {statistic}</translation>
        </message>
        <message>
            <source>{option}, {count} outstanding: {iops} IOPS, {ms} ms</source>
            <translation>{option}, {count} ausstehend: {iops} IOPS, {ms} ms</translation>
        </message>
        <message>
            <source> (derived: outstanding over rate)</source>
            <translation> (abgeleitet: ausstehende über Rate)</translation>
        </message>
    </context>
    <context>
        <name>MainWindow</name>
        <message>
            <source>Opening {name}…</source>
            <translation>Öffne {name}…</translation>
        </message>
        <message>
            <source>Studies stay on this machine</source>
            <translation>Studien bleiben auf diesem Rechner</translation>
        </message>
        <message>
            <source>Open a copy</source>
            <translation>Kopie öffnen</translation>
        </message>
        <message>
            <source>Copied to {path}</source>
            <translation>Kopiert nach {path}</translation>
        </message>
        <message>
            <source>{name} is open in this window already.</source>
            <translation>{name} ist in diesem Fenster schon geöffnet.</translation>
        </message>
        <message>
            <source>Show that window</source>
            <translation>Jenes Fenster zeigen</translation>
        </message>
        <message>
            <source>{name} is a backup of it.</source>
            <translation>{name} ist eine Sicherung davon.</translation>
        </message>
        <message>
            <source>Open a copy of the backup</source>
            <translation>Kopie der Sicherung öffnen</translation>
        </message>
    </context>
    <context>
        <name>MapLegend</name>
        <message>
            <source>undetermined: a test could change it</source>
            <translation>unbestimmt: ein Test könnte es ändern</translation>
        </message>
        <message>
            <source>none passes</source>
            <translation>keine erfüllt</translation>
        </message>
        <message>
            <source>Hatched: undetermined. Grey: none passes.</source>
            <translation>Schraffiert: unbestimmt. Grau: keine erfüllt.</translation>
        </message>
        <message>
            <source>Hatched: an option that a further test could let pass would win here.
Grey: no option is shown to pass.</source>
            <translation>Schraffiert: hier würde eine Option vorn liegen, die ein weiterer Test bestehen lassen könnte.
Grau: keine Option besteht nachweislich.</translation>
        </message>
        <message>
            <source>undetermined</source>
            <translation>unbestimmt</translation>
        </message>
    </context>
    <context>
        <name>MappingDialog</name>
        <message>
            <source>What do the columns hold?</source>
            <translation>Was steht in den Spalten?</translation>
        </message>
        <message>
            <source>The headings of {file} do not say which column holds what. A description and a unit price, or an extended price, are needed; the rest may stay open. It is remembered for sheets with the same headings.</source>
            <translation>Die Überschriften von {file} sagen nicht, welche Spalte was enthält. Eine Bezeichnung und ein Stückpreis oder ein Gesamtpreis werden gebraucht, der Rest darf offen bleiben. Für Blätter mit denselben Überschriften wird es behalten.</translation>
        </message>
        <message>
            <source>Column {heading} holds</source>
            <translation>Spalte {heading} enthält</translation>
        </message>
        <message>
            <source>left out</source>
            <translation>ausgelassen</translation>
        </message>
        <message>
            <source>description</source>
            <translation>Bezeichnung</translation>
        </message>
        <message>
            <source>part number</source>
            <translation>Teilenummer</translation>
        </message>
        <message>
            <source>source</source>
            <translation>Quelle</translation>
        </message>
        <message>
            <source>category</source>
            <translation>Gruppe</translation>
        </message>
        <message>
            <source>unit price</source>
            <translation>Stückpreis</translation>
        </message>
        <message>
            <source>quantity</source>
            <translation>Menge</translation>
        </message>
        <message>
            <source>extended price</source>
            <translation>Gesamtpreis</translation>
        </message>
        <message>
            <source>discount, %</source>
            <translation>Rabatt, %</translation>
        </message>
        <message>
            <source>maintenance, 36 months</source>
            <translation>Wartung, 36 Monate</translation>
        </message>
        <message>
            <source>maintenance a month</source>
            <translation>Wartung im Monat</translation>
        </message>
        <message>
            <source>warranty, months</source>
            <translation>Garantie, Monate</translation>
        </message>
        <message>
            <source>discount on maintenance, %</source>
            <translation>Rabatt auf Wartung, %</translation>
        </message>
        <message>
            <source>currency</source>
            <translation>Währung</translation>
        </message>
        <message>
            <source>licence model</source>
            <translation>Lizenzmodell</translation>
        </message>
        <message>
            <source>support level</source>
            <translation>Supportstufe</translation>
        </message>
        <message>
            <source>spares, yes or no</source>
            <translation>Ersatzteile, ja oder nein</translation>
        </message>
        <message>
            <source>server, yes or no</source>
            <translation>Server, ja oder nein</translation>
        </message>
        <message>
            <source>note</source>
            <translation>Bemerkung</translation>
        </message>
        <message>
            <source>{file} contradicts itself. Choose which price counts.</source>
            <translation>{file} widerspricht sich. Wählen Sie, welcher Preis zählt.</translation>
        </message>
        <message>
            <source>maintenance a year</source>
            <translation>Wartung im Jahr</translation>
        </message>
        <message>
            <source>price a month</source>
            <translation>Preis im Monat</translation>
        </message>
        <message>
            <source>price a year</source>
            <translation>Preis im Jahr</translation>
        </message>
        <message>
            <source>Which price counts</source>
            <translation>Welcher Preis zählt</translation>
        </message>
        <message>
            <source>Choose which price counts</source>
            <translation>Wählen, welcher Preis zählt</translation>
        </message>
        <message>
            <source>unit price × quantity</source>
            <translation>Stückpreis × Menge</translation>
        </message>
        <message>
            <source>the printed extended price</source>
            <translation>der gedruckte Gesamtpreis</translation>
        </message>
        <message>
            <source>price for the period in its heading</source>
            <translation>Preis für den Zeitraum der Überschrift</translation>
        </message>
        <message>
            <source>{file}: the headings {columns} do not say what money stands below them, or for how long. Choose what they hold, or leave them out. It is remembered for sheets with the same headings.</source>
            <translation>{file}: Die Überschriften {columns} sagen nicht, was für Beträge darunter stehen oder für welche Zeit. Wählen Sie, was sie enthalten, oder lassen Sie sie aus. Es wird für Blätter mit denselben Überschriften gemerkt.</translation>
        </message>
        <message>
            <source>Choose what it holds</source>
            <translation>Inhalt wählen</translation>
        </message>
    </context>
    <context>
        <name>Menus</name>
        <message>
            <source>&amp;File</source>
            <translation>&amp;Datei</translation>
        </message>
        <message>
            <source>&amp;Edit</source>
            <translation>&amp;Bearbeiten</translation>
        </message>
        <message>
            <source>Vie&amp;w</source>
            <translation>&amp;Ansicht</translation>
        </message>
        <message>
            <source>Evi&amp;dence</source>
            <translation>B&amp;elege</translation>
        </message>
        <message>
            <source>&amp;Help</source>
            <translation>&amp;Hilfe</translation>
        </message>
        <message>
            <source>&amp;New study…</source>
            <translation>&amp;Neue Studie…</translation>
        </message>
        <message>
            <source>&amp;Open study…</source>
            <translation>Studie ö&amp;ffnen…</translation>
        </message>
        <message>
            <source>Save a &amp;copy…</source>
            <translation>&amp;Kopie speichern…</translation>
        </message>
        <message>
            <source>Export &amp;PDF…</source>
            <translation>&amp;PDF exportieren…</translation>
        </message>
        <message>
            <source>Export &amp;workbook…</source>
            <translation>&amp;Arbeitsmappe exportieren…</translation>
        </message>
        <message>
            <source>C&amp;lose study</source>
            <translation>Studie s&amp;chließen</translation>
        </message>
        <message>
            <source>&amp;Quit</source>
            <translation>&amp;Beenden</translation>
        </message>
        <message>
            <source>&amp;Copy</source>
            <translation>&amp;Kopieren</translation>
        </message>
        <message>
            <source>&amp;Paste</source>
            <translation>&amp;Einfügen</translation>
        </message>
        <message>
            <source>Follow the system</source>
            <translation>Wie das System</translation>
        </message>
        <message>
            <source>Light</source>
            <translation>Hell</translation>
        </message>
        <message>
            <source>Dark</source>
            <translation>Dunkel</translation>
        </message>
        <message>
            <source>&amp;Trace of the answer</source>
            <translation>&amp;Herkunft der Antwort</translation>
        </message>
        <message>
            <source>&amp;Present</source>
            <translation>&amp;Vorführen</translation>
        </message>
        <message>
            <source>T&amp;heme</source>
            <translation>&amp;Farben</translation>
        </message>
        <message>
            <source>&amp;Language</source>
            <translation>&amp;Sprache</translation>
        </message>
        <message>
            <source>Open &amp;files…</source>
            <translation>&amp;Dateien öffnen…</translation>
        </message>
        <message>
            <source>Open a f&amp;older…</source>
            <translation>&amp;Ordner öffnen…</translation>
        </message>
        <message>
            <source>&amp;Paste from the clipboard</source>
            <translation>Aus der &amp;Zwischenablage einfügen</translation>
        </message>
        <message>
            <source>&amp;Keep whole files in the study</source>
            <translation>Dateien ganz in der Studie &amp;behalten</translation>
        </message>
        <message>
            <source>Open the &amp;log folder</source>
            <translation>&amp;Protokollordner öffnen</translation>
        </message>
        <message>
            <source>&amp;About Arraywise</source>
            <translation>&amp;Über Arraywise</translation>
        </message>
        <message>
            <source>&amp;Largest file kept in the study…</source>
            <translation>&amp;Größte Datei in der Studie…</translation>
        </message>
        <message>
            <source>Opt&amp;ions…</source>
            <translation>O&amp;ptionen…</translation>
        </message>
        <message>
            <source>Open &amp;recent</source>
            <translation>&amp;Zuletzt geöffnet</translation>
        </message>
        <message>
            <source>&amp;Command palette</source>
            <translation>&amp;Befehlspalette</translation>
        </message>
        <message>
            <source>&amp;Keys and formulas</source>
            <translation>&amp;Tasten und Formeln</translation>
        </message>
        <message>
            <source>&amp;Thresholds of the audit…</source>
            <translation>&amp;Schwellen der Prüfung…</translation>
        </message>
    </context>
    <context>
        <name>Opener</name>
        <message>
            <source>Building the sample study</source>
            <translation>Baue die Beispielstudie</translation>
        </message>
    </context>
    <context>
        <name>OptionTabs</name>
        <message>
            <source>Edit options…</source>
            <translation>Optionen bearbeiten…</translation>
        </message>
    </context>
    <context>
        <name>OptionsDialog</name>
        <message>
            <source>Add option</source>
            <translation>Option hinzufügen</translation>
        </message>
        <message>
            <source>An option is one configuration that could be bought. Double-click a cell to change it; colours and markers follow the order.</source>
            <translation>Eine Option ist eine Konfiguration, die man kaufen könnte. Ein Doppelklick auf eine Zelle ändert sie; Farben und Zeichen folgen der Reihenfolge.</translation>
        </message>
        <message>
            <source>Architecture</source>
            <translation>Architektur</translation>
        </message>
        <message>
            <source>Choose one of the architectures of the list; {text} is none.</source>
            <translation>Wählen Sie eine Architektur aus der Liste; {text} ist keine.</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>Schließen</translation>
        </message>
        <message>
            <source>Files</source>
            <translation>Dateien</translation>
        </message>
        <message>
            <source>Move down</source>
            <translation>Nach unten</translation>
        </message>
        <message>
            <source>Move up</source>
            <translation>Nach oben</translation>
        </message>
        <message>
            <source>New option</source>
            <translation>Neue Option</translation>
        </message>
        <message>
            <source>No</source>
            <translation>Nein</translation>
        </message>
        <message>
            <source>Nothing belongs to it.</source>
            <translation>Nichts gehört dazu.</translation>
        </message>
        <message>
            <source>Option</source>
            <translation>Option</translation>
        </message>
        <message>
            <source>Options</source>
            <translation>Optionen</translation>
        </message>
        <message>
            <source>Price lines</source>
            <translation>Preiszeilen</translation>
        </message>
        <message>
            <source>Provisioning times</source>
            <translation>Bereitstellungszeiten</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation>Entfernen</translation>
        </message>
        <message>
            <source>Remove {option}?</source>
            <translation>{option} entfernen?</translation>
        </message>
        <message>
            <source>Remove…</source>
            <translation>Entfernen…</translation>
        </message>
        <message>
            <source>Shared storage</source>
            <translation>Gemeinsamer Speicher</translation>
        </message>
        <message>
            <source>Times</source>
            <translation>Zeiten</translation>
        </message>
        <message>
            <source>Whether several hosts can use it at once; a cluster needs that</source>
            <translation>Ob mehrere Rechner ihn zugleich nutzen können; ein Cluster braucht das</translation>
        </message>
        <message>
            <source>Yes</source>
            <translation>Ja</translation>
        </message>
        <message>
            <source>{count} files stay, without an option</source>
            <translation>{count} Dateien bleiben, ohne Option</translation>
        </message>
        <message>
            <source>{count} price lines go</source>
            <translation>{count} Preiszeilen entfallen</translation>
        </message>
        <message>
            <source>{count} provisioning times go</source>
            <translation>{count} Bereitstellungszeiten entfallen</translation>
        </message>
        <message>
            <source>1 price line goes</source>
            <translation>1 Preiszeile entfällt</translation>
        </message>
        <message>
            <source>1 provisioning time goes</source>
            <translation>1 Bereitstellungszeit entfällt</translation>
        </message>
        <message>
            <source>1 file stays, without an option</source>
            <translation>1 Datei bleibt, ohne Option</translation>
        </message>
        <message>
            <source>Serves files</source>
            <translation>Dateifreigabe</translation>
        </message>
        <message>
            <source>Whether it serves files to hosts: NFS, SMB</source>
            <translation>Ob sie Hosts Dateien bereitstellt: NFS, SMB</translation>
        </message>
        <message>
            <source>Restored in</source>
            <translation>Wieder­herstellung</translation>
        </message>
        <message>
            <source>h</source>
            <translation>h</translation>
        </message>
        <message>
            <source>Longest time that restoring the service takes</source>
            <translation>Längste Zeit bis zur Wiederherstellung des Dienstes</translation>
        </message>
        <message>
            <source>Not known</source>
            <translation>Nicht bekannt</translation>
        </message>
        <message>
            <source>A number of hours, or nothing where it is not known.</source>
            <translation>Eine Zahl von Stunden, oder nichts, wo sie nicht bekannt ist.</translation>
        </message>
        <message>
            <source>Choose one of {answers}; {text} is none.</source>
            <translation>{answers}: Bitte eines davon wählen; {text} ist keines.</translation>
        </message>
    </context>
    <context>
        <name>OptionsShown</name>
        <message>
            <source>Options shown</source>
            <translation>Gezeigte Optionen</translation>
        </message>
        <message>
            <source>Levels</source>
            <translation>Stufen</translation>
        </message>
        <message>
            <source>Runs</source>
            <translation>Läufe</translation>
        </message>
        <message>
            <source>Shape of the throughput</source>
            <translation>Form des Durchsatzes</translation>
        </message>
        <message>
            <source>by the scalability law</source>
            <translation>nach dem Skalierungsgesetz</translation>
        </message>
        <message>
            <source>{option}: α {alpha} [{alpha_low} … {alpha_high}], β {beta} [{beta_low} … {beta_high}], γ {gamma} tx/s; {levels} levels</source>
            <translation>{option}: α {alpha} [{alpha_low} … {alpha_high}], β {beta} [{beta_low} … {beta_high}], γ {gamma} Tx/s; {levels} Stufen</translation>
        </message>
        <message>
            <source>Pair by pair</source>
            <translation>Paarweise</translation>
        </message>
        <message>
            <source>at the same number of users</source>
            <translation>bei gleicher Nutzerzahl</translation>
        </message>
        <message>
            <source>Error
± %</source>
            <translation>Fehler
± %</translation>
        </message>
        <message>
            <source>Highest
tx/s</source>
            <translation>Höchste
Tx/s</translation>
        </message>
        <message>
            <source>Limited by</source>
            <translation>Begrenzt durch</translation>
        </message>
        <message>
            <source>Test next: {option} at {users} users, {runs} runs.</source>
            <translation>Als Nächstes messen: {option} bei {users} Nutzern, {runs} Läufe.</translation>
        </message>
        <message>
            <source>Its interval would then be {after} ms wide.</source>
            <translation>Ihr Intervall wäre dann {after} ms breit.</translation>
        </message>
        <message>
            <source>The interval would narrow from {before} ms to {after} ms.</source>
            <translation>Das Intervall würde von {before} ms auf {after} ms schrumpfen.</translation>
        </message>
        <message>
            <source>{first} / {second}: {ratio} [{low} … {high}], p = {p}</source>
            <translation>{first} / {second}: {ratio} [{low} … {high}], p = {p}</translation>
        </message>
    </context>
    <context>
        <name>OrderTab</name>
        <message>
            <source>Put the steps in order, the most important on top. Where only the order is known, these are the weights in the middle of all that agree with it.</source>
            <translation>Ordnen Sie die Schritte, den wichtigsten zuoberst. Ist nur die Reihenfolge bekannt, sind dies die Gewichte in der Mitte aller, die zu ihr passen.</translation>
        </message>
        <message>
            <source>Order of the criteria</source>
            <translation>Reihenfolge der Kriterien</translation>
        </message>
        <message>
            <source>Up</source>
            <translation>Nach oben</translation>
        </message>
        <message>
            <source>Down</source>
            <translation>Nach unten</translation>
        </message>
        <message>
            <source>Use these weights</source>
            <translation>Diese Gewichte verwenden</translation>
        </message>
    </context>
    <context>
        <name>Overview</name>
        <message>
            <source>95 %: {low} to {high} ms</source>
            <translation>95 %: {low} bis {high} ms</translation>
        </message>
        <message>
            <source>More was not demonstrated</source>
            <translation>Mehr wurde nicht gezeigt</translation>
        </message>
        <message>
            <source>The host's processors were exhausted at some levels</source>
            <translation>Die Prozessoren des Hosts waren auf einigen Stufen erschöpft</translation>
        </message>
        <message>
            <source>Rank among the options that pass</source>
            <translation>Rang unter den Optionen, die bestehen</translation>
        </message>
        <message>
            <source>Option</source>
            <translation>Option</translation>
        </message>
        <message>
            <source>Verdict</source>
            <translation>Urteil</translation>
        </message>
        <message>
            <source>Response time</source>
            <translation>Antwort­zeit</translation>
        </message>
        <message>
            <source>At the demand, by the statistic of the requirement</source>
            <translation>Beim Bedarf, nach der Statistik der Anforderung</translation>
        </message>
        <message>
            <source>95 % interval</source>
            <translation>95-%-Intervall</translation>
        </message>
        <message>
            <source>and target</source>
            <translation>und Ziel</translation>
        </message>
        <message>
            <source>Of the response time; the dashed line is the target</source>
            <translation>Der Antwortzeit; die gestrichelte Linie ist das Ziel</translation>
        </message>
        <message>
            <source>Capacity</source>
            <translation>Kapazität</translation>
        </message>
        <message>
            <source>M visits</source>
            <translation>Mio. Besuche</translation>
        </message>
        <message>
            <source>Highest load a month that still meets the target</source>
            <translation>Höchste Last im Monat, die das Ziel noch einhält</translation>
        </message>
        <message>
            <source>Headroom</source>
            <translation>Reserve</translation>
        </message>
        <message>
            <source>Capacity over demand, less 1</source>
            <translation>Kapazität durch Bedarf, weniger 1</translation>
        </message>
        <message>
            <source>Purchase, licences and maintenance for 36 months</source>
            <translation>Kauf, Lizenzen und Wartung über 36 Monate</translation>
        </message>
        <message>
            <source>Price per tpm</source>
            <translation>Preis je tpm</translation>
        </message>
        <message>
            <source>36-month price over transactions a minute at capacity</source>
            <translation>36-Monats-Preis durch Transaktionen je Minute bei Kapazität</translation>
        </message>
        <message>
            <source>Per M visits</source>
            <translation>Je Mio. Besuche</translation>
        </message>
        <message>
            <source>36-month price over a million visits served</source>
            <translation>36-Monats-Preis je Million bedienter Besuche</translation>
        </message>
        <message>
            <source>Provi­sioning</source>
            <translation>Bereit­stellung</translation>
        </message>
        <message>
            <source>Mean time to provide storage</source>
            <translation>Mittlere Zeit zum Bereitstellen von Speicher</translation>
        </message>
        <message>
            <source>Ease factor</source>
            <translation>Aufwands­faktor</translation>
        </message>
        <message>
            <source>Provisioning time over the quickest option's</source>
            <translation>Bereitstellungszeit durch die der schnellsten Option</translation>
        </message>
        <message>
            <source>Peak CPU</source>
            <translation>CPU max.</translation>
        </message>
        <message>
            <source>Median use of the host's processors at the highest level</source>
            <translation>Median der Prozessorlast des Hosts auf der höchsten Stufe</translation>
        </message>
        <message>
            <source>Evidence</source>
            <translation>Belege</translation>
        </message>
        <message>
            <source>grade</source>
            <translation>Note</translation>
        </message>
        <message>
            <source>A is best: repetitions, comparable levels around the demand</source>
            <translation>A ist die beste: Wiederholungen, vergleichbare Stufen um den Bedarf</translation>
        </message>
        <message>
            <source>{price} up to three digits, as TPC-C prints it</source>
            <translation>{price} auf drei Stellen aufgerundet, wie es TPC-C angibt</translation>
        </message>
        <message>
            <source>At this use of a transaction they carry {rate} tx/s at most</source>
            <translation>Bei diesem Aufwand je Transaktion tragen sie höchstens {rate} Tx/s</translation>
        </message>
        <message>
            <source>At most this much: more transactions were not demonstrated</source>
            <translation>Höchstens so viel: Mehr Transaktionen wurden nicht gezeigt</translation>
        </message>
        <message>
            <source>{rate} tx/s are shown with 95 % confidence</source>
            <translation>{rate} tx/s sind mit 95 % Sicherheit gezeigt</translation>
        </message>
        <message>
            <source>{percent} % are shown with 95 % confidence</source>
            <translation>{percent} % sind mit 95 % Sicherheit gezeigt</translation>
        </message>
    </context>
    <context>
        <name>OverviewPage</name>
        <message>
            <source>Overview</source>
            <translation>Übersicht</translation>
        </message>
        <message>
            <source>Options</source>
            <translation>Optionen</translation>
        </message>
        <message>
            <source>Copy</source>
            <translation>Kopieren</translation>
        </message>
        <message>
            <source>Columns</source>
            <translation>Spalten</translation>
        </message>
        <message>
            <source>No options yet</source>
            <translation>Noch keine Optionen</translation>
        </message>
        <message>
            <source>Drop result files of the lab anywhere on this window. Each configuration becomes an option; the comparison appears here as soon as one is measured.</source>
            <translation>Legen Sie Ergebnisdateien des Labors irgendwo auf diesem Fenster ab. Jede Konfiguration wird eine Option; der Vergleich erscheint hier, sobald eine gemessen ist.</translation>
        </message>
        <message>
            <source>1 option</source>
            <translation>1 Option</translation>
        </message>
        <message>
            <source>{count} options</source>
            <translation>{count} Optionen</translation>
        </message>
        <message>
            <source>1 run</source>
            <translation>1 Lauf</translation>
        </message>
        <message>
            <source>{count} runs</source>
            <translation>{count} Läufe</translation>
        </message>
        <message>
            <source>1 passes the screen</source>
            <translation>1 besteht die Prüfung</translation>
        </message>
        <message>
            <source>{count} pass the screen</source>
            <translation>{count} bestehen die Prüfung</translation>
        </message>
    </context>
    <context>
        <name>Page</name>
        <message>
            <source>Go to Evidence</source>
            <translation>Zu den Belegen</translation>
        </message>
        <message>
            <source>1 file is read, but belongs to no option yet.</source>
            <translation>1 Datei ist gelesen, gehört aber noch zu keiner Option.</translation>
        </message>
        <message>
            <source>{count} files are read, but belong to no option yet.</source>
            <translation>{count} Dateien sind gelesen, gehören aber noch zu keiner Option.</translation>
        </message>
        <message>
            <source>Nothing was pasted: this page takes none.</source>
            <translation>Nichts wurde eingefügt: Diese Seite nimmt nichts auf.</translation>
        </message>
    </context>
    <context>
        <name>PairsTab</name>
        <message>
            <source>How many times as much does the one step matter as the other? The judgements should agree with each other: a consistency ratio above 0.10 is doubtful.</source>
            <translation>Wie viel Mal so wichtig ist der eine Schritt wie der andere? Die Urteile sollten zueinander passen: Ein Konsistenzverhältnis über 0,10 ist zweifelhaft.</translation>
        </message>
        <message>
            <source>{one} against {other}</source>
            <translation>{one} gegen {other}</translation>
        </message>
        <message>
            <source>λ {eigenvalue}, CI {index}, CR {ratio}</source>
            <translation>λ {eigenvalue}, CI {index}, CR {ratio}</translation>
        </message>
        <message>
            <source>: the judgements contradict each other</source>
            <translation>: Die Urteile widersprechen einander</translation>
        </message>
        <message>
            <source>Use these weights</source>
            <translation>Diese Gewichte verwenden</translation>
        </message>
        <message>
            <source>: no step is judged to matter more than another</source>
            <translation>: kein Schritt gilt als wichtiger als ein anderer</translation>
        </message>
    </context>
    <context>
        <name>Palette</name>
        <message>
            <source>Command palette</source>
            <translation>Befehlspalette</translation>
        </message>
        <message>
            <source>Command, page, option, file or figure</source>
            <translation>Befehl, Seite, Option, Datei oder Wert</translation>
        </message>
        <message>
            <source>What was found</source>
            <translation>Gefunden</translation>
        </message>
        <message>
            <source>Nothing is called so</source>
            <translation>Nichts heißt so</translation>
        </message>
        <message>
            <source>response time</source>
            <translation>Antwortzeit</translation>
        </message>
        <message>
            <source>capacity</source>
            <translation>Kapazität</translation>
        </message>
        <message>
            <source>price</source>
            <translation>Preis</translation>
        </message>
        <message>
            <source>provisioning time</source>
            <translation>Bereitstellungszeit</translation>
        </message>
        <message>
            <source>Option</source>
            <translation>Option</translation>
        </message>
        <message>
            <source>{option}: {figure}, where it comes from</source>
            <translation>{option}: {figure}, Herkunft</translation>
        </message>
        <message>
            <source>Figure</source>
            <translation>Wert</translation>
        </message>
        <message>
            <source>File</source>
            <translation>Datei</translation>
        </message>
    </context>
    <context>
        <name>PerformancePage</name>
        <message>
            <source>Performance</source>
            <translation>Leistung</translation>
        </message>
        <message>
            <source>Load</source>
            <translation>Last</translation>
        </message>
        <message>
            <source>I/O sweeps</source>
            <translation>I/O-Messreihen</translation>
        </message>
        <message>
            <source>Nothing measured yet</source>
            <translation>Noch nichts gemessen</translation>
        </message>
        <message>
            <source>Import result files of a load generator or an I/O tool and say which option they belong to. Response time and throughput against load appear here.</source>
            <translation>Importieren Sie Ergebnisdateien eines Lastgenerators oder I/O-Werkzeugs und sagen Sie, zu welcher Option sie gehören. Hier erscheinen Antwortzeit und Durchsatz über der Last.</translation>
        </message>
        <message>
            <source>Fit</source>
            <translation>Einpassen</translation>
        </message>
        <message>
            <source>Show all curves again; Ctrl and the wheel zoom, dragging pans</source>
            <translation>Wieder alle Kurven zeigen; Strg und Rad zoomen, Ziehen verschiebt</translation>
        </message>
        <message>
            <source>I/O calibration</source>
            <translation>I/O-Kalibrierung</translation>
        </message>
        <message>
            <source>Hosts</source>
            <translation>Hosts</translation>
        </message>
        <message>
            <source>1 run</source>
            <translation>1 Lauf</translation>
        </message>
        <message>
            <source>{count} runs</source>
            <translation>{count} Läufe</translation>
        </message>
    </context>
    <context>
        <name>Plot</name>
        <message>
            <source>Nothing was measured for this chart</source>
            <translation>Für dieses Diagramm wurde nichts gemessen</translation>
        </message>
        <message>
            <source>Enter</source>
            <translation>Eingabe</translation>
        </message>
    </context>
    <context>
        <name>Presentation</name>
        <message>
            <source>Target response time</source>
            <translation>Ziel-Antwortzeit</translation>
        </message>
        <message>
            <source>Visits per month</source>
            <translation>Besuche pro Monat</translation>
        </message>
        <message>
            <source>{visits} million</source>
            <translation>{visits} Millionen</translation>
        </message>
        <message>
            <source>Target response time, {statistic}</source>
            <translation>Ziel-Antwortzeit, {statistic}</translation>
        </message>
        <message>
            <source>Trial, not kept</source>
            <translation>Versuch, nicht übernommen</translation>
        </message>
        <message>
            <source>Keep</source>
            <translation>Übernehmen</translation>
        </message>
        <message>
            <source>Put back</source>
            <translation>Zurücksetzen</translation>
        </message>
        <message>
            <source>Keep the requirement that was tried?</source>
            <translation>Die probierte Anforderung übernehmen?</translation>
        </message>
        <message>
            <source>The study still holds the one from before.</source>
            <translation>Die Studie enthält noch die vorherige.</translation>
        </message>
    </context>
    <context>
        <name>PriceNotes</name>
        <message>
            <source>Storage-only prices: no server is in any of them.</source>
            <translation>Nur Speicherpreise: In keinem steckt ein Server.</translation>
        </message>
        <message>
            <source>Storage-only prices, no server in them: {options}.</source>
            <translation>Nur Speicherpreise, ohne Server: {options}.</translation>
        </message>
        <message>
            <source>{option} leaves out: {lines}.</source>
            <translation>{option} lässt aus: {lines}.</translation>
        </message>
        <message>
            <source>1 {of} = {rate} {into}, {date}, {source}</source>
            <translation>1 {of} = {rate} {into}, {date}, {source}</translation>
        </message>
        <message>
            <source>{option} would be level with {against} at {price} {currency}, {by} % on now.</source>
            <translation>{option} zöge mit {against} gleich bei {price} {currency}, {by} % gegenüber jetzt.</translation>
        </message>
        <message>
            <source>{option} stays ahead of {against} up to {price} {currency}, {by} % on now.</source>
            <translation>{option} bleibt vor {against} bis {price} {currency}, {by} % gegenüber jetzt.</translation>
        </message>
        <message>
            <source>{option} stays recommended up to the budget of {price} {currency}, {by} % on now.</source>
            <translation>{option} bleibt empfohlen bis zum Budget von {price} {currency}, {by} % gegenüber jetzt.</translation>
        </message>
    </context>
    <context>
        <name>PriceTotalLine</name>
        <message>
            <source>{option}, 36-month total</source>
            <translation>{option}, Summe über 36 Monate</translation>
        </message>
        <message>
            <source>nothing priced yet</source>
            <translation>noch ohne Preise</translation>
        </message>
        <message>
            <source>{option}, 36-month total, storage only</source>
            <translation>{option}, Summe über 36 Monate, nur Speicher</translation>
        </message>
        <message>
            <source>at {rates}</source>
            <translation>zum Kurs {rates}</translation>
        </message>
        <message>
            <source>no rate from {of} to {into}</source>
            <translation>kein Kurs von {of} in {into}</translation>
        </message>
        <message>
            <source>not known</source>
            <translation>nicht bekannt</translation>
        </message>
        <message>
            <source>Cells that cannot be read: {count}</source>
            <translation>Zellen, die nicht lesbar sind: {count}</translation>
        </message>
        <message>
            <source>{option}, {price}</source>
            <translation>{option}, {price}</translation>
        </message>
        <message>
            <source>{option}, {price}, storage only</source>
            <translation>{option}, {price}, nur Speicher</translation>
        </message>
        <message>
            <source>undiscounted {amount}</source>
            <translation>nicht abgezinst {amount}</translation>
        </message>
    </context>
    <context>
        <name>PriceValueChart</name>
        <message>
            <source>Price against value: {all}</source>
            <translation>Preis gegen Wert: {all}</translation>
        </message>
        <message>
            <source>No option has a price yet</source>
            <translation>Noch hat keine Option einen Preis</translation>
        </message>
        <message>
            <source>{price} per point</source>
            <translation>{price} je Punkt</translation>
        </message>
        <message>
            <source>{option}, fails</source>
            <translation>{option}, verfehlt</translation>
        </message>
        <message>
            <source>Value of 100, apart from price</source>
            <translation>Wert von 100, ohne Preis</translation>
        </message>
        <message>
            <source>{option}: {price} {currency}, {value} of 100 apart from price</source>
            <translation>{option}: {price} {currency}, {value} von 100 ohne den Preis</translation>
        </message>
        <message>
            <source>No option with a price has a value apart from it yet</source>
            <translation>Noch hat keine Option mit Preis einen Wert ohne den Preis</translation>
        </message>
    </context>
    <context>
        <name>Pricing</name>
        <message>
            <source>Not a number: “{text}”</source>
            <translation>Keine Zahl: „{text}“</translation>
        </message>
        <message>
            <source>A negative figure; use the discount for less</source>
            <translation>Eine negative Zahl; für weniger gibt es den Rabatt</translation>
        </message>
        <message>
            <source>A discount is at most 100 %</source>
            <translation>Ein Rabatt beträgt höchstens 100 %</translation>
        </message>
        <message>
            <source>A warranty is a whole number of months</source>
            <translation>Eine Garantie ist eine ganze Zahl von Monaten</translation>
        </message>
        <message>
            <source>Worked out from the line; cannot be typed</source>
            <translation>Aus der Zeile berechnet; nicht einzutippen</translation>
        </message>
        <message>
            <source>Extended</source>
            <translation>Gesamt</translation>
        </message>
        <message>
            <source>Maint. 36 mo.</source>
            <translation>Wartung 36 Mon.</translation>
        </message>
        <message>
            <source>{currency}/month</source>
            <translation>{currency}/Monat</translation>
        </message>
        <message>
            <source>Description</source>
            <translation>Bezeichnung</translation>
        </message>
        <message>
            <source>Part number</source>
            <translation>Teile­nummer</translation>
        </message>
        <message>
            <source>Src.</source>
            <translation>Qu.</translation>
        </message>
        <message>
            <source>Category</source>
            <translation>Gruppe</translation>
        </message>
        <message>
            <source>Unit price</source>
            <translation>Stückpreis</translation>
        </message>
        <message>
            <source>Qty</source>
            <translation>Menge</translation>
        </message>
        <message>
            <source>Discount</source>
            <translation>Rabatt</translation>
        </message>
        <message>
            <source>Warranty</source>
            <translation>Garantie</translation>
        </message>
        <message>
            <source>months</source>
            <translation>Monate</translation>
        </message>
        <message>
            <source>Maint.</source>
            <translation>Wartung</translation>
        </message>
        <message>
            <source>Maint. total</source>
            <translation>Wartung gesamt</translation>
        </message>
        <message>
            <source>New line: type or paste here</source>
            <translation>Neue Zeile: hier eintippen</translation>
        </message>
        <message>
            <source>in the quantity</source>
            <translation>in der Menge</translation>
        </message>
        <message>
            <source>added on top</source>
            <translation>kommen dazu</translation>
        </message>
        <message>
            <source>perpetual</source>
            <translation>unbefristet</translation>
        </message>
        <message>
            <source>36-month term</source>
            <translation>36 Monate</translation>
        </message>
        <message>
            <source>subscription</source>
            <translation>Abonnement</translation>
        </message>
        <message>
            <source>yes</source>
            <translation>ja</translation>
        </message>
        <message>
            <source>In place of maintenance on site: 10 % of the quantity, at least 2 (the TPC's rule)</source>
            <translation>Statt Wartung vor Ort: 10 % der Menge, mindestens 2 (Regel des TPC)</translation>
        </message>
        <message>
            <source>Priced only where the study prices servers</source>
            <translation>Zählt nur, wo die Studie Server mitrechnet</translation>
        </message>
        <message>
            <source>Paid once, such as installation</source>
            <translation>Einmalig bezahlt, etwa die Installation</translation>
        </message>
        <message>
            <source>Where it is not that of the sheet</source>
            <translation>Wo sie nicht die des Blatts ist</translation>
        </message>
        <message>
            <source>Taken off the maintenance of this line</source>
            <translation>Geht von der Wartung dieser Zeile ab</translation>
        </message>
        <message>
            <source>Maint. discount</source>
            <translation>Rabatt Wartung</translation>
        </message>
        <message>
            <source>Spares</source>
            <translation>Ersatzteile</translation>
        </message>
        <message>
            <source>Licence</source>
            <translation>Lizenz</translation>
        </message>
        <message>
            <source>Support level</source>
            <translation>Supportstufe</translation>
        </message>
        <message>
            <source>Currency</source>
            <translation>Währung</translation>
        </message>
        <message>
            <source>One-off</source>
            <translation>Einmalig</translation>
        </message>
        <message>
            <source>Server</source>
            <translation>Server</translation>
        </message>
        <message>
            <source>+ {count} spares</source>
            <translation>+ {count} Ersatz</translation>
        </message>
        <message>
            <source>No rate from {currency} to the currency of the sheet</source>
            <translation>Kein Kurs von {currency} in die Währung des Blatts</translation>
        </message>
        <message>
            <source>no rate</source>
            <translation>kein Kurs</translation>
        </message>
        <message>
            <source>A server: this study does not price servers</source>
            <translation>Ein Server: Diese Studie rechnet Server nicht mit</translation>
        </message>
        <message>
            <source>left out</source>
            <translation>ausgelassen</translation>
        </message>
        <message>
            <source>No line has this; there are: {names}</source>
            <translation>Keine Zeile hat das; es gibt: {names}</translation>
        </message>
        <message>
            <source>purchase and maintenance</source>
            <translation>Kauf und Wartung</translation>
        </message>
        <message>
            <source>purchase only</source>
            <translation>nur Kauf</translation>
        </message>
        <message>
            <source>maintenance only</source>
            <translation>nur Wartung</translation>
        </message>
        <message>
            <source>Off</source>
            <translation>Ab</translation>
        </message>
        <message>
            <source>Taken off</source>
            <translation>Abgezogen von</translation>
        </message>
        <message>
            <source>Only source</source>
            <translation>Nur Quelle</translation>
        </message>
        <message>
            <source>Only category</source>
            <translation>Nur Gruppe</translation>
        </message>
        <message>
            <source>Off purchase</source>
            <translation>Ab vom Kauf</translation>
        </message>
        <message>
            <source>Off maint.</source>
            <translation>Ab v. Wartung</translation>
        </message>
        <message>
            <source>New discount: type what it is called</source>
            <translation>Neuer Rabatt: hier benennen</translation>
        </message>
        <message>
            <source>A currency is a code of three letters such as USD</source>
            <translation>Eine Währung ist ein Kürzel aus drei Buchstaben wie USD</translation>
        </message>
        <message>
            <source>Choose one of: {words}</source>
            <translation>Zur Wahl stehen: {words}</translation>
        </message>
        <message>
            <source>A cell of this line cannot be read</source>
            <translation>Eine Zelle dieser Position ist nicht lesbar</translation>
        </message>
        <message>
            <source>Maint. NPV</source>
            <translation>Wartung, Barwert</translation>
        </message>
        <message>
            <source>Present value of the maintenance for 36 months: what is quoted as a whole counts in full, a monthly fee by the month at whose end it is paid</source>
            <translation>Barwert der Wartung für 36 Monate: Was im Ganzen angeboten ist, zählt voll, eine Monatsgebühr nach dem Monat, an dessen Ende sie gezahlt wird</translation>
        </message>
        <message>
            <source>This line is in {own}, the amount in {other}: a line has one currency</source>
            <translation>Diese Position ist in {own}, der Betrag in {other}: eine Position hat eine Währung</translation>
        </message>
        <message>
            <source>“{text}” is no number here: the decimal mark is “{mark}”, and thousands are whole groups of three digits</source>
            <translation>„{text}“ ist hier keine Zahl: das Dezimalzeichen ist „{mark}“, und Tausender sind ganze Gruppen von drei Ziffern</translation>
        </message>
        <message>
            <source>Pasted by its headings, lines: {count}.</source>
            <translation>Nach den Überschriften eingefügt, Zeilen: {count}.</translation>
        </message>
        <message>
            <source>Taken: {names}.</source>
            <translation>Übernommen: {names}.</translation>
        </message>
        <message>
            <source>Left out: {names}.</source>
            <translation>Ausgelassen: {names}.</translation>
        </message>
        <message>
            <source>Ctrl+Shift+V pastes cells as they stand.</source>
            <translation>Strg+Umschalt+V fügt Zellen ein, wie sie stehen.</translation>
        </message>
        <message>
            <source>No lines, and left out: {names}.</source>
            <translation>Keine Zeilen und ausgelassen: {names}.</translation>
        </message>
        <message>
            <source>The pasted figures have the other decimal mark, as in “{text}”; they were read so.</source>
            <translation>Die eingefügten Zahlen haben das andere Dezimalzeichen, wie in „{text}“; sie wurden so gelesen.</translation>
        </message>
        <message>
            <source>“{text}” was read with decimals, as it is written here; where it means thousands, type it without that mark.</source>
            <translation>„{text}“ wurde mit Nachkommastellen gelesen, wie man hier schreibt; sind Tausender gemeint, geben Sie es ohne dieses Zeichen ein.</translation>
        </message>
        <message>
            <source>{currency}/36 months</source>
            <translation>{currency}/36 Monate</translation>
        </message>
    </context>
    <context>
        <name>PricingPage</name>
        <message>
            <source>Pricing</source>
            <translation>Preise</translation>
        </message>
        <message>
            <source>Options</source>
            <translation>Optionen</translation>
        </message>
        <message>
            <source>Lines of the price sheet</source>
            <translation>Zeilen des Preisblatts</translation>
        </message>
        <message>
            <source>Read a sheet</source>
            <translation>Blatt einlesen</translation>
        </message>
        <message>
            <source>Delete lines</source>
            <translation>Zeilen löschen</translation>
        </message>
        <message>
            <source>Side by side</source>
            <translation>Nebeneinander</translation>
        </message>
        <message>
            <source>No options to price yet</source>
            <translation>Noch keine Optionen mit Preisen</translation>
        </message>
        <message>
            <source>Prices belong to options. Import result files and say which option they belong to; each option then has a price sheet here.</source>
            <translation>Preise gehören zu Optionen. Lesen Sie Ergebnisdateien ein und sagen Sie, zu welcher Option sie gehören; jede Option hat dann hier ein Preisblatt.</translation>
        </message>
        <message>
            <source>{file} was read into {option}.</source>
            <translation>{file} wurde in {option} eingelesen.</translation>
        </message>
        <message>
            <source>Discounts of the price sheet</source>
            <translation>Rabatte des Preisblatts</translation>
        </message>
        <message>
            <source>Columns</source>
            <translation>Spalten</translation>
        </message>
        <message>
            <source>36 months in the TPC's columns, servers priced</source>
            <translation>36 Monate in den Spalten des TPC, mit Servern</translation>
        </message>
        <message>
            <source>36 months in the TPC's columns, servers left out</source>
            <translation>36 Monate in den Spalten des TPC, ohne Server</translation>
        </message>
        <message>
            <source>Currencies, scope and discount rate</source>
            <translation>Währungen, Umfang und Kalkulationszins</translation>
        </message>
        <message>
            <source>Currency of this sheet, dated rates, whether servers are priced, and the discount rate of a net present value</source>
            <translation>Währung dieses Blattes, datierte Kurse, ob Server einen Preis haben, und der Kalkulationszinssatz eines Barwerts</translation>
        </message>
        <message>
            <source>{scope}, net present value at {percent} %/a</source>
            <translation>{scope}, Barwert bei {percent} % p. a.</translation>
        </message>
        <message>
            <source>{price}, {currency}</source>
            <translation>{price}, {currency}</translation>
        </message>
        <message>
            <source>State the rate…</source>
            <translation>Kurs angeben…</translation>
        </message>
        <message>
            <source>Keep the study in {currency}</source>
            <translation>Die Studie in {currency} führen</translation>
        </message>
        <message>
            <source>The pasted cells are headings alone; copy the lines with them.</source>
            <translation>Die eingefügten Zellen sind nur Überschriften; kopieren Sie die Zeilen mit.</translation>
        </message>
        <message>
            <source>Nothing was pasted.</source>
            <translation>Nichts wurde eingefügt.</translation>
        </message>
        <message>
            <source>The pasted table</source>
            <translation>Die eingefügte Tabelle</translation>
        </message>
    </context>
    <context>
        <name>ProblemList</name>
        <message>
            <source>line {line}</source>
            <translation>Zeile {line}</translation>
        </message>
        <message>
            <source>Ask again how this file writes numbers</source>
            <translation>Erneut fragen, wie diese Datei Zahlen schreibt</translation>
        </message>
        <message>
            <source>The comma is the decimal mark in this file.</source>
            <translation>Das Komma ist das Dezimalzeichen in dieser Datei.</translation>
        </message>
        <message>
            <source>The point is the decimal mark in this file.</source>
            <translation>Der Punkt ist das Dezimalzeichen in dieser Datei.</translation>
        </message>
        <message>
            <source>{text} is {value}</source>
            <translation>{text} ist {value}</translation>
        </message>
    </context>
    <context>
        <name>Provisioning</name>
        <message>
            <source>Step {number}</source>
            <translation>Schritt {number}</translation>
        </message>
        <message>
            <source>Step</source>
            <translation>Schritt</translation>
        </message>
        <message>
            <source>Mean</source>
            <translation>Mittel</translation>
        </message>
        <message>
            <source>min</source>
            <translation>min</translation>
        </message>
        <message>
            <source>New step: type its name</source>
            <translation>Neuer Schritt: Namen eintippen</translation>
        </message>
        <message>
            <source>Run {number}</source>
            <translation>Lauf {number}</translation>
        </message>
        <message>
            <source>Minutes on the stop-watch, or an estimate in minutes: a mean with its standard error ({0}), or the least, most likely and most with blanks between ({1})</source>
            <translation>Minuten auf der Stoppuhr, oder eine Schätzung in Minuten: ein Mittelwert mit Standardfehler ({0}), oder der kleinste, wahrscheinlichste und größte Wert mit Leerzeichen dazwischen ({1})</translation>
        </message>
        <message>
            <source>Estimate: mean {mean} min, 95 % {low} to {high} min</source>
            <translation>Schätzung: Mittelwert {mean} min, 95 % {low} bis {high} min</translation>
        </message>
        <message>
            <source>This was no time when it was typed: type it again</source>
            <translation>Das war keine Zeit, als es getippt wurde: bitte neu tippen</translation>
        </message>
    </context>
    <context>
        <name>ProvisioningDots</name>
        <message>
            <source>no times yet</source>
            <translation>noch keine Zeiten</translation>
        </message>
        <message>
            <source>{minutes} min, ease factor {factor} (inverse {share})</source>
            <translation>{minutes} min, Aufwandsfaktor {factor} (Kehrwert {share})</translation>
        </message>
        <message>
            <source>minutes</source>
            <translation>Minuten</translation>
        </message>
        <message>
            <source>Time to provide storage: {all}</source>
            <translation>Zeit, Speicher bereitzustellen: {all}</translation>
        </message>
        <message>
            <source>95 % interval {low} to {high} min</source>
            <translation>95-%-Intervall {low} bis {high} min</translation>
        </message>
        <message>
            <source>Repetitions: {minutes} min</source>
            <translation>Wiederholungen: {minutes} min</translation>
        </message>
    </context>
    <context>
        <name>ProvisioningPage</name>
        <message>
            <source>Provisioning</source>
            <translation>Bereitstellung</translation>
        </message>
        <message>
            <source>Options</source>
            <translation>Optionen</translation>
        </message>
        <message>
            <source>Steps and repetitions</source>
            <translation>Schritte und Wiederholungen</translation>
        </message>
        <message>
            <source>Delete steps</source>
            <translation>Schritte löschen</translation>
        </message>
        <message>
            <source>Time to provide storage</source>
            <translation>Zeit zum Bereitstellen</translation>
        </message>
        <message>
            <source>mean, 95 % and repetitions</source>
            <translation>Mittel, 95 % und Wiederholungen</translation>
        </message>
        <message>
            <source>No options to time yet</source>
            <translation>Noch keine Optionen mit Zeiten</translation>
        </message>
        <message>
            <source>Provisioning times belong to options. Import result files and say which option they belong to; each option then has a sheet of steps and repetitions here.</source>
            <translation>Bereitstellungszeiten gehören zu Optionen. Lesen Sie Ergebnisdateien ein und sagen Sie, zu welcher Option sie gehören; jede Option hat dann hier ein Blatt mit Schritten und Wiederholungen.</translation>
        </message>
        <message>
            <source>Side by side</source>
            <translation>Nebeneinander</translation>
        </message>
        <message>
            <source>minutes: five repetitions on the stop-watch, or estimates such as {all}</source>
            <translation>Minuten: fünf Wiederholungen auf der Stoppuhr, oder Schätzungen wie {all}</translation>
        </message>
        <message>
            <source>Cells that cannot be read: {count}</source>
            <translation>Zellen, die nicht gelesen werden können: {count}</translation>
        </message>
        <message>
            <source>The time is that of the other cells.</source>
            <translation>Die Zeit ist die der übrigen Zellen.</translation>
        </message>
        <message>
            <source>The row of titles was left out.</source>
            <translation>Die Zeile mit Überschriften wurde ausgelassen.</translation>
        </message>
    </context>
    <context>
        <name>RankSharesChart</name>
        <message>
            <source>as stated</source>
            <translation>wie angegeben</translation>
        </message>
        <message>
            <source>order only</source>
            <translation>nur die Reihenfolge</translation>
        </message>
        <message>
            <source>any weights</source>
            <translation>beliebige Gewichte</translation>
        </message>
        <message>
            <source>First rank, weights as stated: {all}</source>
            <translation>Erster Rang, Gewichte wie angegeben: {all}</translation>
        </message>
        <message>
            <source>Ranks need options that pass</source>
            <translation>Ränge brauchen Optionen, die bestehen</translation>
        </message>
        <message>
            <source>first, %</source>
            <translation>Erster, %</translation>
        </message>
        <message>
            <source>Who would choose it: {weights}</source>
            <translation>Wer sie wählen würde: {weights}</translation>
        </message>
        <message>
            <source>With these weights it is first in {percent} % of the draws.</source>
            <translation>Mit diesen Gewichten ist sie in {percent} % der Ziehungen Erste.</translation>
        </message>
        <message>
            <source>{options} is as good in everything and better in something.</source>
            <translation>{options} ist in allem so gut und in etwas besser.</translation>
        </message>
        <message>
            <source>ahead of {options}</source>
            <translation>vor {options}</translation>
        </message>
        <message>
            <source>first rank darkest</source>
            <translation>erster Rang dunkel</translation>
        </message>
    </context>
    <context>
        <name>RankingBars</name>
        <message>
            <source>Ranking: {options}</source>
            <translation>Rangfolge: {options}</translation>
        </message>
        <message>
            <source>Value
of 100</source>
            <translation>Wert
0–100</translation>
        </message>
        <message>
            <source>First
% of draws</source>
            <translation>Vorn, % der
Ziehungen</translation>
        </message>
        <message>
            <source>not comp.</source>
            <translation>nicht vergl.</translation>
        </message>
        <message>
            <source>open</source>
            <translation>offen</translation>
        </message>
        <message>
            <source>First in {order} % if only the order of the weights is accepted, in {anything} % if nothing is.</source>
            <translation>Vorn in {order} %, wenn nur die Reihenfolge der Gewichte gilt, in {anything} %, wenn gar nichts gilt.</translation>
        </message>
        <message>
            <source>{option}, {criterion}: {points} of 100, contributes {part}</source>
            <translation>{option}, {criterion}: {points} von 100, trägt {part} bei</translation>
        </message>
        <message>
            <source>{verdict}: does not score</source>
            <translation>{verdict}: ohne Wertung</translation>
        </message>
        <message>
            <source>{verdict}, {response} ms at the demand: does not score</source>
            <translation>{verdict}, {response} ms beim Bedarf: ohne Wertung</translation>
        </message>
        <message>
            <source>Shares are settling…</source>
            <translation>Die Anteile werden neu berechnet…</translation>
        </message>
    </context>
    <context>
        <name>RatesDialog</name>
        <message>
            <source>Currency of this price sheet</source>
            <translation>Währung dieses Preisblatts</translation>
        </message>
        <message>
            <source>Price the lines marked as servers</source>
            <translation>Als Server bezeichnete Zeilen mitrechnen</translation>
        </message>
        <message>
            <source>Rates between currencies</source>
            <translation>Kurse zwischen Währungen</translation>
        </message>
        <message>
            <source>Rates</source>
            <translation>Kurse</translation>
        </message>
        <message>
            <source>What one unit of the first currency is worth in the second, on which day and by whose word. The newest rate counts; it stands beside every total.</source>
            <translation>Was eine Einheit der ersten Währung in der zweiten wert ist, an welchem Tag und nach wem. Der neueste Kurs gilt; er steht bei jeder Summe.</translation>
        </message>
        <message>
            <source>From</source>
            <translation>Von</translation>
        </message>
        <message>
            <source>To</source>
            <translation>In</translation>
        </message>
        <message>
            <source>Rate</source>
            <translation>Kurs</translation>
        </message>
        <message>
            <source>Date</source>
            <translation>Datum</translation>
        </message>
        <message>
            <source>Source</source>
            <translation>Quelle</translation>
        </message>
        <message>
            <source>New rate</source>
            <translation>Neuer Kurs</translation>
        </message>
        <message>
            <source>Currencies, scope and discount rate</source>
            <translation>Währungen, Umfang und Kalkulationszins</translation>
        </message>
        <message>
            <source>Discount rate in percent a year</source>
            <translation>Kalkulationszinssatz in Prozent im Jahr</translation>
        </message>
        <message>
            <source>%/a</source>
            <translation>% p. a.</translation>
        </message>
        <message>
            <source>Discount rate</source>
            <translation>Kalkulationszinssatz</translation>
        </message>
        <message>
            <source>empty: prices are the sums that are paid</source>
            <translation>leer: Die Preise sind die Summen, die gezahlt werden</translation>
        </message>
        <message>
            <source>With a rate r, every price of the study is its net present value. Purchase, services paid once and maintenance quoted for the 36 months as a whole count in full; a monthly fee is paid at the end of each month t after the warranty and divided by (1 + r)^(t/12).</source>
            <translation>Mit einem Satz r ist jeder Preis der Studie sein Barwert. Kauf, einmalige Dienste und Wartung, die für die 36 Monate im Ganzen angeboten ist, zählen voll; eine Monatsgebühr wird am Ende jedes Monats t nach der Garantie gezahlt und durch (1 + r)^(t/12) geteilt.</translation>
        </message>
        <message>
            <source>the study is in {currency}, as the Report page says</source>
            <translation>die Studie rechnet in {currency}, wie auf der Seite Bericht angegeben</translation>
        </message>
    </context>
    <context>
        <name>RatingsTab</name>
        <message>
            <source>Rating</source>
            <translation>Bewertung</translation>
        </message>
        <message>
            <source>Options are valued by</source>
            <translation>Optionen werden bewertet nach</translation>
        </message>
        <message>
            <source>What the levels mean in this study</source>
            <translation>Was die Stufen in dieser Studie bedeuten</translation>
        </message>
        <message>
            <source>Meaning of level {level}</source>
            <translation>Bedeutung der Stufe {level}</translation>
        </message>
        <message>
            <source>Rating of {option}</source>
            <translation>Bewertung von {option}</translation>
        </message>
        <message>
            <source>Somebody gave weight to nothing else.</source>
            <translation>Jemand hat nur diesem Kriterium Gewicht gegeben.</translation>
        </message>
        <message>
            <source>most likely</source>
            <translation>am wahrscheinlichsten</translation>
        </message>
        <message>
            <source>at least</source>
            <translation>mindestens</translation>
        </message>
        <message>
            <source>at most</source>
            <translation>höchstens</translation>
        </message>
        <message>
            <source>Least rating of {option}</source>
            <translation>Kleinste Bewertung von {option}</translation>
        </message>
        <message>
            <source>Highest rating of {option}</source>
            <translation>Höchste Bewertung von {option}</translation>
        </message>
    </context>
    <context>
        <name>RawText</name>
        <message>
            <source>Raw text</source>
            <translation>Rohtext</translation>
        </message>
    </context>
    <context>
        <name>ReportForm</name>
        <message>
            <source>Put the workbook inside the PDF</source>
            <translation>Arbeitsmappe in das PDF legen</translation>
        </message>
        <message>
            <source>Put the evidence files inside the PDF</source>
            <translation>Belegdateien in das PDF legen</translation>
        </message>
        <message>
            <source>Author</source>
            <translation>Verfasser</translation>
        </message>
        <message>
            <source>Language</source>
            <translation>Sprache</translation>
        </message>
        <message>
            <source>Paper</source>
            <translation>Papier</translation>
        </message>
        <message>
            <source>Logo</source>
            <translation>Logo</translation>
        </message>
        <message>
            <source>Accent colour</source>
            <translation>Akzentfarbe</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation>Entfernen</translation>
        </message>
        <message>
            <source>Choose…</source>
            <translation>Auswählen…</translation>
        </message>
        <message>
            <source>The logo at the head of the cover</source>
            <translation>Das Logo oben auf dem Deckblatt</translation>
        </message>
        <message>
            <source>none</source>
            <translation>keines</translation>
        </message>
        <message>
            <source>Other…</source>
            <translation>Andere…</translation>
        </message>
        <message>
            <source>Accent colour {colour}</source>
            <translation>Akzentfarbe {colour}</translation>
        </message>
        <message>
            <source>Accent colour of the report</source>
            <translation>Akzentfarbe des Berichts</translation>
        </message>
    </context>
    <context>
        <name>ReportPage</name>
        <message>
            <source>Report</source>
            <translation>Bericht</translation>
        </message>
        <message>
            <source>Options of the report</source>
            <translation>Optionen des Berichts</translation>
        </message>
        <message>
            <source>Study</source>
            <translation>Studie</translation>
        </message>
        <message>
            <source>Client</source>
            <translation>Kunde</translation>
        </message>
        <message>
            <source>Currency</source>
            <translation>Währung</translation>
        </message>
        <message>
            <source>Export PDF</source>
            <translation>PDF exportieren</translation>
        </message>
        <message>
            <source>The same study always gives exactly the same file.</source>
            <translation>Dieselbe Studie ergibt immer exakt dieselbe Datei.</translation>
        </message>
        <message>
            <source>Three letters, such as EUR or BRL</source>
            <translation>Drei Buchstaben, etwa EUR oder BRL</translation>
        </message>
        <message>
            <source>1 page</source>
            <translation>1 Seite</translation>
        </message>
        <message>
            <source>{count} pages</source>
            <translation>{count} Seiten</translation>
        </message>
        <message>
            <source>Export workbook</source>
            <translation>Arbeitsmappe exportieren</translation>
        </message>
        <message>
            <source>A workbook with live formulas</source>
            <translation>Eine Arbeitsmappe mit Formeln, die rechnen</translation>
        </message>
    </context>
    <context>
        <name>ReportPreview</name>
        <message>
            <source>Zoom</source>
            <translation>Zoom</translation>
        </message>
        <message>
            <source>Ctrl and the wheel zoom; Ctrl+0 fits the page</source>
            <translation>Strg und Mausrad zoomen; Strg+0 zeigt die ganze Seite</translation>
        </message>
        <message>
            <source>Fit page</source>
            <translation>Ganze Seite</translation>
        </message>
        <message>
            <source>Fit width</source>
            <translation>Seitenbreite</translation>
        </message>
        <message>
            <source>Nothing to print yet. Add options and evidence first.</source>
            <translation>Noch nichts zu drucken. Legen Sie zuerst Optionen und Belege an.</translation>
        </message>
        <message>
            <source>Page</source>
            <translation>Seite</translation>
        </message>
        <message>
            <source>making pages…</source>
            <translation>Seiten entstehen…</translation>
        </message>
        <message>
            <source>of {count}</source>
            <translation>von {count}</translation>
        </message>
        <message>
            <source>Preview of page {page}, made at {time}</source>
            <translation>Vorschau der Seite {page}, erstellt um {time}</translation>
        </message>
        <message>
            <source>The pages are being made…</source>
            <translation>Die Seiten entstehen…</translation>
        </message>
    </context>
    <context>
        <name>RequirementBar</name>
        <message>
            <source>Target response time</source>
            <translation>Ziel-Antwortzeit</translation>
        </message>
        <message>
            <source>Target response time in milliseconds</source>
            <translation>Ziel-Antwortzeit in Millisekunden</translation>
        </message>
        <message>
            <source>Statistic of the response time</source>
            <translation>Statistik der Antwortzeit</translation>
        </message>
        <message>
            <source>Visits per month</source>
            <translation>Besuche pro Monat</translation>
        </message>
        <message>
            <source>Target &amp;response time</source>
            <translation>Ziel-Antwo&amp;rtzeit</translation>
        </message>
        <message>
            <source>&amp;Visits per month</source>
            <translation>Besuche pro &amp;Monat</translation>
        </message>
        <message>
            <source>{demand} tx/s at peak</source>
            <translation>{demand} Tx/s in der Spitze</translation>
        </message>
        <message>
            <source>{demand} tx/s sustained</source>
            <translation>{demand} Tx/s dauernd</translation>
        </message>
        <message>
            <source>Spread evenly over {days} days</source>
            <translation>Gleichmäßig über {days} Tage</translation>
        </message>
        <message>
            <source>{load} % of load in {time} % of time</source>
            <translation>{load} % der Last in {time} % der Zeit</translation>
        </message>
        <message>
            <source>A response time in milliseconds, above 0</source>
            <translation>Eine Antwortzeit in Millisekunden, über 0</translation>
        </message>
        <message>
            <source>A whole number of visits a month, at least 1</source>
            <translation>Eine ganze Zahl von Besuchen im Monat, mindestens 1</translation>
        </message>
        <message>
            <source>&amp;Scenario</source>
            <translation>&amp;Szenario</translation>
        </message>
    </context>
    <context>
        <name>RequirementSheet</name>
        <message>
            <source>Target response time</source>
            <translation>Ziel-Antwortzeit</translation>
        </message>
        <message>
            <source>Visits per month</source>
            <translation>Besuche je Monat</translation>
        </message>
        <message>
            <source>Transactions per visit</source>
            <translation>Transaktionen je Besuch</translation>
        </message>
        <message>
            <source>Days per month</source>
            <translation>Tage je Monat</translation>
        </message>
        <message>
            <source>Share of the traffic in the busiest hours</source>
            <translation>Anteil des Verkehrs in den stärksten Stunden</translation>
        </message>
        <message>
            <source>Share of the time that these hours are</source>
            <translation>Anteil der Zeit, den diese Stunden ausmachen</translation>
        </message>
        <message>
            <source>Growth per month</source>
            <translation>Wachstum je Monat</translation>
        </message>
        <message>
            <source>Horizon</source>
            <translation>Horizont</translation>
        </message>
        <message>
            <source>Reserve on top of the demand</source>
            <translation>Reserve über dem Bedarf</translation>
        </message>
        <message>
            <source>Least headroom</source>
            <translation>Mindestreserve der Kapazität</translation>
        </message>
        <message>
            <source>Budget for 36 months</source>
            <translation>Budget für 36 Monate</translation>
        </message>
        <message>
            <source>Details of the requirement</source>
            <translation>Einzelheiten der Anforderung</translation>
        </message>
        <message>
            <source>Unit</source>
            <translation>Einheit</translation>
        </message>
        <message>
            <source>Detail</source>
            <translation>Einzelheit</translation>
        </message>
        <message>
            <source>Value</source>
            <translation>Wert</translation>
        </message>
        <message>
            <source>months</source>
            <translation>Monate</translation>
        </message>
        <message>
            <source>Service restored within</source>
            <translation>Dienst wiederhergestellt binnen</translation>
        </message>
        <message>
            <source>Several hosts must share the storage</source>
            <translation>Mehrere Hosts müssen den Speicher teilen</translation>
        </message>
        <message>
            <source>Files must be served (NFS, SMB)</source>
            <translation>Dateien müssen bereitgestellt werden (NFS, SMB)</translation>
        </message>
        <message>
            <source>Yes</source>
            <translation>Ja</translation>
        </message>
        <message>
            <source>No</source>
            <translation>Nein</translation>
        </message>
    </context>
    <context>
        <name>SampleStudies</name>
        <message>
            <source>Worked example (synthetic)</source>
            <translation>Durchgerechnetes Beispiel (synthetisch)</translation>
        </message>
        <message>
            <source>Five options for an order-entry system, made from a queueing model whose answer is known.</source>
            <translation>Fünf Optionen für ein Bestellsystem, aus einem Warteschlangenmodell mit bekannter Antwort.</translation>
        </message>
        <message>
            <source>Order entry on SAN and NAS (2009)</source>
            <translation>Bestellungen auf SAN und NAS (2009)</translation>
        </message>
        <message>
            <source>Published figures: FC SAN, iSCSI SAN and NAS with their prices.</source>
            <translation>Veröffentlichte Werte: FC-SAN, iSCSI-SAN und NAS mit ihren Preisen.</translation>
        </message>
        <message>
            <source>ORION on SATA over FC (2005)</source>
            <translation>ORION auf SATA über FC (2005)</translation>
        </message>
        <message>
            <source>Published figures: I/O rates of a low-cost disk array.</source>
            <translation>Veröffentlichte Werte: I/O-Raten eines günstigen Plattensystems.</translation>
        </message>
        <message>
            <source>TR-3105, NetApp against Veritas RAID</source>
            <translation>TR-3105, NetApp gegen Veritas RAID</translation>
        </message>
        <message>
            <source>Published figures: order entry on a filer and on RAID 0+1 and RAID 5 of the same disks.</source>
            <translation>Veröffentlichte Werte: ein Filer gegen RAID 0+1 und RAID 5 mit denselben Platten.</translation>
        </message>
        <message>
            <source>SAN versus NAS, dNFS, ASM and filesystem</source>
            <translation>SAN gegen NAS, dNFS, ASM und Dateisystem</translation>
        </message>
        <message>
            <source>Published figures: I/O calibrations of five ways to reach the same storage.</source>
            <translation>Veröffentlichte Werte: I/O-Kalibrierungen von fünf Wegen zum selben Speicher.</translation>
        </message>
        <message>
            <source>Fluid Cache for DAS (2013)</source>
            <translation>Fluid Cache für DAS (2013)</translation>
        </message>
        <message>
            <source>Published figures: what a flash cache in the host adds to direct-attached disks.</source>
            <translation>Veröffentlichte Werte: was ein Flash-Cache im Host den direkt angeschlossenen Platten hinzufügt.</translation>
        </message>
    </context>
    <context>
        <name>ScenarioBox</name>
        <message>
            <source>Scenario</source>
            <translation>Szenario</translation>
        </message>
        <message>
            <source>Base case</source>
            <translation>Grundlage</translation>
        </message>
        <message>
            <source>Save and compare scenarios…</source>
            <translation>Szenarien speichern und vergleichen…</translation>
        </message>
        <message>
            <source>A scenario keeps the inputs that differ from the base case.</source>
            <translation>Ein Szenario bewahrt die Eingaben, die von der Grundlage abweichen.</translation>
        </message>
    </context>
    <context>
        <name>ScenarioColumns</name>
        <message>
            <source>In use</source>
            <translation>In Gebrauch</translation>
        </message>
        <message>
            <source>Put it in use</source>
            <translation>In Gebrauch nehmen</translation>
        </message>
        <message>
            <source>Rename</source>
            <translation>Umbenennen</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation>Entfernen</translation>
        </message>
        <message>
            <source>Name of the scenario</source>
            <translation>Name des Szenarios</translation>
        </message>
        <message>
            <source>Recommended</source>
            <translation>Empfohlen</translation>
        </message>
        <message>
            <source>Verdict</source>
            <translation>Urteil</translation>
        </message>
        <message>
            <source>Response time, ms</source>
            <translation>Antwortzeit, ms</translation>
        </message>
        <message>
            <source>36-month price, {currency}</source>
            <translation>Preis über 36 Monate, {currency}</translation>
        </message>
        <message>
            <source>Headroom, %</source>
            <translation>Reserve, %</translation>
        </message>
        <message>
            <source>Value, points of 100</source>
            <translation>Wert, Punkte von 100</translation>
        </message>
        <message>
            <source>First in, % of draws</source>
            <translation>Erste in, % der Ziehungen</translation>
        </message>
        <message>
            <source>Differs from the base in</source>
            <translation>Weicht von der Grundlage ab in</translation>
        </message>
        <message>
            <source>{passing} of {count} options pass</source>
            <translation>{passing} von {count} Optionen bestehen</translation>
        </message>
        <message>
            <source>nothing yet</source>
            <translation>noch nichts</translation>
        </message>
        <message>
            <source>{price} (NPV at {percent} %/a)</source>
            <translation>{price} (Barwert bei {percent} % p. a.)</translation>
        </message>
        <message>
            <source>Base case</source>
            <translation>Grundlage</translation>
        </message>
    </context>
    <context>
        <name>ScenariosPanel</name>
        <message>
            <source>Scenarios</source>
            <translation>Szenarien</translation>
        </message>
        <message>
            <source>Name of a new scenario</source>
            <translation>Name eines neuen Szenarios</translation>
        </message>
        <message>
            <source>Save as a scenario</source>
            <translation>Als Szenario speichern</translation>
        </message>
        <message>
            <source>A scenario keeps the inputs that differ from the base: requirement, weights, prices, provisioning. Save the present ones under a name, then change them.</source>
            <translation>Ein Szenario behält die Eingaben, die von der Grundlage abweichen: Anforderung, Gewichte, Preise, Bereitstellung. Speichern Sie die jetzigen unter einem Namen und ändern Sie sie dann.</translation>
        </message>
        <message>
            <source>What you change now belongs to {scenario}.</source>
            <translation>Was Sie jetzt ändern, gehört zu {scenario}.</translation>
        </message>
        <message>
            <source>What you change now belongs to the base, and to all that share it.</source>
            <translation>Was Sie jetzt ändern, gehört zur Grundlage und zu allen, die es mit ihr teilen.</translation>
        </message>
    </context>
    <context>
        <name>ScreenTable</name>
        <message>
            <source>Screen, before any weight</source>
            <translation>Prüfung, vor allen Gewichten</translation>
        </message>
        <message>
            <source>Rule</source>
            <translation>Regel</translation>
        </message>
    </context>
    <context>
        <name>SectionList</name>
        <message>
            <source>Cover</source>
            <translation>Deckblatt</translation>
        </message>
        <message>
            <source>Executive summary</source>
            <translation>Zusammenfassung</translation>
        </message>
        <message>
            <source>Options compared</source>
            <translation>Verglichene Optionen</translation>
        </message>
        <message>
            <source>Performance evidence</source>
            <translation>Leistungsnachweis</translation>
        </message>
        <message>
            <source>36-month price sheets</source>
            <translation>36-Monats-Preisblätter</translation>
        </message>
        <message>
            <source>Provisioning</source>
            <translation>Bereitstellung</translation>
        </message>
        <message>
            <source>Scoring and sensitivity</source>
            <translation>Bewertung und Empfindlichkeit</translation>
        </message>
        <message>
            <source>Decision map</source>
            <translation>Entscheidungskarte</translation>
        </message>
        <message>
            <source>Findings and limits</source>
            <translation>Befunde und Grenzen</translation>
        </message>
        <message>
            <source>Method</source>
            <translation>Verfahren</translation>
        </message>
        <message>
            <source>Where the figures come from</source>
            <translation>Woher die Zahlen kommen</translation>
        </message>
        <message>
            <source>Evidence files</source>
            <translation>Belegdateien</translation>
        </message>
        <message>
            <source>Sections of the report</source>
            <translation>Abschnitte des Berichts</translation>
        </message>
    </context>
    <context>
        <name>Shortcuts</name>
        <message>
            <source>Window</source>
            <translation>Fenster</translation>
        </message>
        <message>
            <source>Cells</source>
            <translation>Zellen</translation>
        </message>
        <message>
            <source>Page</source>
            <translation>Seite</translation>
        </message>
        <message>
            <source>Presentation</source>
            <translation>Präsentation</translation>
        </message>
        <message>
            <source>Back to the window</source>
            <translation>Zurück zum Fenster</translation>
        </message>
    </context>
    <context>
        <name>SideBySide</name>
        <message>
            <source>purchase, less discounts</source>
            <translation>Kauf, ohne Rabatte</translation>
        </message>
        <message>
            <source>maintenance</source>
            <translation>Wartung</translation>
        </message>
        <message>
            <source>no price sheet</source>
            <translation>kein Preisblatt</translation>
        </message>
        <message>
            <source>{price} per tpm</source>
            <translation>{price} je tpm</translation>
        </message>
        <message>
            <source>cheapest</source>
            <translation>am billigsten</translation>
        </message>
        <message>
            <source>{percent} % on {option}</source>
            <translation>{percent} % gegenüber {option}</translation>
        </message>
        <message>
            <source>no exchange rate</source>
            <translation>kein Wechselkurs</translation>
        </message>
        <message>
            <source>{option} is {dearer} % dearer than {base}; {base} is {cheaper} % cheaper than {option}</source>
            <translation>{option} ist {dearer} % teurer als {base}; {base} ist {cheaper} % billiger als {option}</translation>
        </message>
        <message>
            <source>Weights and ranks side by side</source>
            <translation>Gewichte und Ränge nebeneinander</translation>
        </message>
        <message>
            <source>Mean</source>
            <translation>Mittel</translation>
        </message>
        <message>
            <source>Study</source>
            <translation>Studie</translation>
        </message>
        <message>
            <source>{name}, decides</source>
            <translation>{name}, entscheidet</translation>
        </message>
        <message>
            <source>Side by side: {all}</source>
            <translation>Nebeneinander: {all}</translation>
        </message>
        <message>
            <source>{option}: {purchase} to buy, {care} for maintenance, {currency}</source>
            <translation>{option}: {purchase} Anschaffung, {care} Wartung, {currency}</translation>
        </message>
        <message>
            <source>cells at fault</source>
            <translation>fehlerhafte Zellen</translation>
        </message>
    </context>
    <context>
        <name>StatusLine</name>
        <message>
            <source>Cancel</source>
            <translation>Abbrechen</translation>
        </message>
        <message>
            <source>Count {count}</source>
            <translation>Anzahl {count}</translation>
        </message>
        <message>
            <source>Sum {sum}   Average {average}   Count {count}</source>
            <translation>Summe {sum}   Mittel {average}   Anzahl {count}</translation>
        </message>
        <message>
            <source>Saving…</source>
            <translation>Speichere…</translation>
        </message>
        <message>
            <source>Every edit saved, {time}</source>
            <translation>Jede Änderung gespeichert, {time}</translation>
        </message>
        <message>
            <source>Every edit saved</source>
            <translation>Jede Änderung gespeichert</translation>
        </message>
        <message>
            <source>{what} {done} of {all}</source>
            <translation>{what} {done} von {all}</translation>
        </message>
        <message>
            <source>Not saved</source>
            <translation>Nicht gespeichert</translation>
        </message>
    </context>
    <context>
        <name>StudyCorner</name>
        <message>
            <source>synthetic</source>
            <translation>synthetisch</translation>
        </message>
    </context>
    <context>
        <name>StudyFrame</name>
        <message>
            <source>Go to the next part of the window</source>
            <translation>Zum nächsten Teil des Fensters gehen</translation>
        </message>
        <message>
            <source>Go to the part before</source>
            <translation>Zum Teil davor gehen</translation>
        </message>
    </context>
    <context>
        <name>SweepMatrix</name>
        <message>
            <source>Option</source>
            <translation>Option</translation>
        </message>
        <message>
            <source>Figure</source>
            <translation>Größe</translation>
        </message>
        <message>
            <source>Sweep as a matrix</source>
            <translation>Messreihe als Matrix</translation>
        </message>
        <message>
            <source>Matrix</source>
            <translation>Matrix</translation>
        </message>
        <message>
            <source>small I/Os across, large I/Os down</source>
            <translation>kleine I/Os quer, große I/Os abwärts</translation>
        </message>
        <message>
            <source>Large</source>
            <translation>Große</translation>
        </message>
    </context>
    <context>
        <name>SwingTab</name>
        <message>
            <source>Swing of {criterion}</source>
            <translation>Ausschlag: {criterion}</translation>
        </message>
        <message>
            <source>A swing from 0 to 100</source>
            <translation>Ein Ausschlag von 0 bis 100</translation>
        </message>
        <message>
            <source>At least one criterion must count</source>
            <translation>Mindestens ein Kriterium muss zählen</translation>
        </message>
        <message>
            <source>Suppose everything were at its worst. Which one step to its best would you take first? It gets 100. How much is each other step worth against it? Only the ratios count: 45 to 27 says the same as 100 to 60.</source>
            <translation>Angenommen, alles wäre am schlechtesten. Welchen einen Schritt zum Besten täten Sie zuerst? Er bekommt 100. Wie viel ist jeder andere Schritt dagegen wert? Es zählen nur die Verhältnisse: 45 zu 27 sagt dasselbe wie 100 zu 60.</translation>
        </message>
        <message>
            <source>Step from worst to best</source>
            <translation>Schritt vom Schlechtesten zum Besten</translation>
        </message>
        <message>
            <source>Swing</source>
            <translation>Ausschlag</translation>
        </message>
        <message>
            <source>Weight</source>
            <translation>Gewicht</translation>
        </message>
    </context>
    <context>
        <name>ThresholdsDialog</name>
        <message>
            <source>Thresholds of the audit</source>
            <translation>Schwellen der Prüfung</translation>
        </message>
        <message>
            <source>Compare systems as tested: levels that the host limited count too</source>
            <translation>Systeme wie getestet vergleichen: auch Stufen zählen, die der Host begrenzt hat</translation>
        </message>
        <message>
            <source>By these lines it is told what limited a load level, and which runs are doubted. A level that the host limited does not count as storage. The report prints the lines and marks those that were moved.</source>
            <translation>Nach diesen Grenzen wird gesagt, was eine Laststufe begrenzt hat und welche Läufe angezweifelt werden. Eine Stufe, die der Host begrenzt hat, zählt nicht als Speicher. Der Bericht druckt die Grenzen und kennzeichnet die verschobenen.</translation>
        </message>
        <message>
            <source>default {percent} %</source>
            <translation>Vorgabe {percent} %</translation>
        </message>
        <message>
            <source>Reset</source>
            <translation>Zurücksetzen</translation>
        </message>
        <message>
            <source>“{text}” is no number.</source>
            <translation>„{text}“ ist keine Zahl.</translation>
        </message>
    </context>
    <context>
        <name>TracePanel</name>
        <message>
            <source>Trace</source>
            <translation>Herkunft</translation>
        </message>
        <message>
            <source>Close the trace</source>
            <translation>Herkunft schließen</translation>
        </message>
        <message>
            <source>{option}, response time at the demand</source>
            <translation>{option}, Antwortzeit beim Bedarf</translation>
        </message>
        <message>
            <source>95 %: {low} to {high} ms</source>
            <translation>95 %: {low} bis {high} ms</translation>
        </message>
        <message>
            <source>Demand x</source>
            <translation>Bedarf x</translation>
        </message>
        <message>
            <source>{option}, capacity</source>
            <translation>{option}, Kapazität</translation>
        </message>
        <message>
            <source>{millions} M visits a month</source>
            <translation>{millions} Mio. Besuche im Monat</translation>
        </message>
        <message>
            <source>Target T</source>
            <translation>Ziel T</translation>
        </message>
        <message>
            <source>No price sheet yet</source>
            <translation>Noch kein Preisblatt</translation>
        </message>
        <message>
            <source>Lines of the price sheet</source>
            <translation>Zeilen des Preisblatts</translation>
        </message>
        <message>
            <source>Sum</source>
            <translation>Summe</translation>
        </message>
        <message>
            <source>Purchase</source>
            <translation>Kauf</translation>
        </message>
        <message>
            <source>Discounts</source>
            <translation>Rabatte</translation>
        </message>
        <message>
            <source>Maintenance</source>
            <translation>Wartung</translation>
        </message>
        <message>
            <source>Total</source>
            <translation>Gesamt</translation>
        </message>
        <message>
            <source>{option}, provisioning time</source>
            <translation>{option}, Bereitstellungszeit</translation>
        </message>
        <message>
            <source>No provisioning times yet</source>
            <translation>Noch keine Bereitstellungszeiten</translation>
        </message>
        <message>
            <source>Ease factor {factor}</source>
            <translation>Aufwandsfaktor {factor}</translation>
        </message>
        <message>
            <source>Steps, mean of their repetitions</source>
            <translation>Schritte, Mittel ihrer Wiederholungen</translation>
        </message>
        <message>
            <source>min</source>
            <translation>min</translation>
        </message>
        <message>
            <source>Formula</source>
            <translation>Formel</translation>
        </message>
        <message>
            <source>Inputs</source>
            <translation>Eingaben</translation>
        </message>
        <message>
            <source>Level {users} users</source>
            <translation>Stufe {users} Nutzer</translation>
        </message>
        <message>
            <source>Level {users} users: {what}, {count} runs</source>
            <translation>Stufe {users} Nutzer: {what}, {count} Läufe</translation>
        </message>
        <message>
            <source>, not comparable</source>
            <translation>, nicht vergleichbar</translation>
        </message>
        <message>
            <source>Source</source>
            <translation>Quelle</translation>
        </message>
        <message>
            <source>line {line}</source>
            <translation>Zeile {line}</translation>
        </message>
        <message>
            <source>Show in Evidence</source>
            <translation>In den Belegen zeigen</translation>
        </message>
        <message>
            <source>worked out from the lines from here on</source>
            <translation>errechnet aus den Zeilen ab hier</translation>
        </message>
        <message>
            <source>tx/s</source>
            <translation>Tx/s</translation>
        </message>
        <message>
            <source>{option}, {price}</source>
            <translation>{option}, {price}</translation>
        </message>
        <message>
            <source>Undiscounted</source>
            <translation>Nicht abgezinst</translation>
        </message>
        <message>
            <source>95 % interval {0} to {1} min</source>
            <translation>95-%-Intervall {0} bis {1} min</translation>
        </message>
        <message>
            <source>{rate} tx/s shown with 95 % confidence</source>
            <translation>{rate} tx/s mit 95 % Sicherheit gezeigt</translation>
        </message>
    </context>
    <context>
        <name>Undoing</name>
        <message>
            <source>&amp;Undo</source>
            <translation>&amp;Rückgängig</translation>
        </message>
        <message>
            <source>&amp;Redo</source>
            <translation>&amp;Wiederholen</translation>
        </message>
        <message>
            <source>&amp;Undo {what}</source>
            <translation>&amp;Rückgängig: {what}</translation>
        </message>
        <message>
            <source>&amp;Redo {what}</source>
            <translation>&amp;Wiederholen: {what}</translation>
        </message>
        <message>
            <source>Undone: {what}</source>
            <translation>Rückgängig gemacht: {what}</translation>
        </message>
        <message>
            <source>Done again: {what}</source>
            <translation>Wiederholt: {what}</translation>
        </message>
    </context>
    <context>
        <name>ValueCurve</name>
        <message>
            <source>Value function: {anchors}</source>
            <translation>Wertfunktion: {anchors}</translation>
        </message>
        <message>
            <source>{option}: {value} {unit}, {points} of 100 points</source>
            <translation>{option}: {value} {unit}, {points} von 100 Punkten</translation>
        </message>
    </context>
    <context>
        <name>ValueFunctionTab</name>
        <message>
            <source>Criterion</source>
            <translation>Kriterium</translation>
        </message>
        <message>
            <source>Derive from the requirement</source>
            <translation>Aus der Anforderung ableiten</translation>
        </message>
        <message>
            <source>Limit, worth 0</source>
            <translation>Grenze, 0 wert</translation>
        </message>
        <message>
            <source>Target</source>
            <translation>Ziel</translation>
        </message>
        <message>
            <source>Worth of the target</source>
            <translation>Wert des Ziels</translation>
        </message>
        <message>
            <source>Aspiration, worth 100</source>
            <translation>Anspruch, 100 wert</translation>
        </message>
        <message>
            <source>points</source>
            <translation>Punkte</translation>
        </message>
        <message>
            <source>Every anchor is a number.</source>
            <translation>Jeder Anker ist eine Zahl.</translation>
        </message>
        <message>
            <source>The anchors run from limit over target to aspiration, the target being worth 1 to 99 points.</source>
            <translation>Die Anker laufen von der Grenze über das Ziel zum Anspruch; das Ziel ist 1 bis 99 Punkte wert.</translation>
        </message>
        <message>
            <source>Value function</source>
            <translation>Wertfunktion</translation>
        </message>
        <message>
            <source>Add a point</source>
            <translation>Punkt hinzufügen</translation>
        </message>
        <message>
            <source>The limit is the target response time above; this target lies within it.</source>
            <translation>Die Grenze ist die Zielantwortzeit oben; dieses Ziel liegt darunter.</translation>
        </message>
    </context>
    <context>
        <name>Weighing</name>
        <message>
            <source>Whose weights are shown</source>
            <translation>Wessen Gewichte gezeigt werden</translation>
        </message>
        <message>
            <source>Whose weights decide</source>
            <translation>Wessen Gewichte entscheiden</translation>
        </message>
        <message>
            <source>New stakeholder</source>
            <translation>Neuer Beteiligter</translation>
        </message>
        <message>
            <source>Add</source>
            <translation>Hinzufügen</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation>Entfernen</translation>
        </message>
        <message>
            <source>Weights and value functions</source>
            <translation>Gewichte und Wertfunktionen</translation>
        </message>
        <message>
            <source>Close (Esc)</source>
            <translation>Schließen (Esc)</translation>
        </message>
        <message>
            <source>Close weights and value functions</source>
            <translation>Gewichte und Wertfunktionen schließen</translation>
        </message>
        <message>
            <source>Weights of</source>
            <translation>Gewichte von</translation>
        </message>
        <message>
            <source>Decides</source>
            <translation>Entscheidet</translation>
        </message>
        <message>
            <source>Swing questions</source>
            <translation>Schrittfragen</translation>
        </message>
        <message>
            <source>Order alone</source>
            <translation>Nur Reihenfolge</translation>
        </message>
        <message>
            <source>Pairs</source>
            <translation>Paare</translation>
        </message>
        <message>
            <source>Value functions</source>
            <translation>Wertfunktionen</translation>
        </message>
        <message>
            <source>Criteria and ratings</source>
            <translation>Kriterien und Bewertungen</translation>
        </message>
        <message>
            <source>Side by side</source>
            <translation>Nebeneinander</translation>
        </message>
        <message>
            <source>the study</source>
            <translation>der Studie</translation>
        </message>
        <message>
            <source>the study's weights</source>
            <translation>Gewichte der Studie</translation>
        </message>
        <message>
            <source>mean of the stakeholders</source>
            <translation>Mittel der Beteiligten</translation>
        </message>
        <message>
            <source>which decide</source>
            <translation>– sie entscheiden</translation>
        </message>
        <message>
            <source>part of the mean</source>
            <translation>– Teil des Mittels</translation>
        </message>
        <message>
            <source>which do not decide</source>
            <translation>– sie entscheiden nicht</translation>
        </message>
    </context>
    <context>
        <name>WeightsPanel</name>
        <message>
            <source>Weights</source>
            <translation>Gewichte</translation>
        </message>
        <message>
            <source>Equal</source>
            <translation>Alle gleich</translation>
        </message>
        <message>
            <source>Give every criterion the same weight</source>
            <translation>Allen Kriterien das gleiche Gewicht geben</translation>
        </message>
        <message>
            <source>Criterion and its swing</source>
            <translation>Kriterium und Ausschlag</translation>
        </message>
        <message>
            <source>Weight, %</source>
            <translation>Gewicht, %</translation>
        </message>
        <message>
            <source>Stable, %</source>
            <translation>Stabil, %</translation>
        </message>
        <message>
            <source>0–100 %, band = {option} stays first</source>
            <translation>0–100 %, Band = {option} bleibt vorn</translation>
        </message>
        <message>
            <source>0–100 %</source>
            <translation>0–100 %</translation>
        </message>
        <message>
            <source>Weight of {criterion}</source>
            <translation>Gewicht von {criterion}</translation>
        </message>
        <message>
            <source>A weight in percent, 0 to 100</source>
            <translation>Ein Gewicht in Prozent, 0 bis 100</translation>
        </message>
        <message>
            <source>Swing questions…</source>
            <translation>Schrittfragen…</translation>
        </message>
        <message>
            <source>Swings, order, pairs, stakeholders and value functions</source>
            <translation>Ausschläge, Reihenfolge, Paare, Beteiligte und Wertfunktionen</translation>
        </message>
        <message>
            <source>mean of the stakeholders</source>
            <translation>Mittel der Beteiligten</translation>
        </message>
        <message>
            <source>Nearest tie, with {rival}: {weights}</source>
            <translation>Gleichauf mit {rival}: {weights}</translation>
        </message>
        <message>
            <source>{criterion} weighs {weight} %</source>
            <translation>{criterion} wiegt {weight} %</translation>
        </message>
        <message>
            <source>{option} stays first from {low} to {high} %</source>
            <translation>{option} bleibt vorn von {low} bis {high} %</translation>
        </message>
        <message>
            <source>the others share equally what it gives up</source>
            <translation>was es abgibt, teilen sich die anderen zu gleichen Teilen</translation>
        </message>
        <message>
            <source>Nearest tie: settling…</source>
            <translation>Nächster Gleichstand: wird berechnet…</translation>
        </message>
    </context>
    <context>
        <name>WelcomePage</name>
        <message>
            <source>From result files to a purchase decision</source>
            <translation>Von Ergebnisdateien zur Kaufentscheidung</translation>
        </message>
        <message>
            <source>New study</source>
            <translation>Neue Studie</translation>
        </message>
        <message>
            <source>Open study</source>
            <translation>Studie öffnen</translation>
        </message>
        <message>
            <source>Drop result files</source>
            <translation>Ergebnisdateien ablegen</translation>
        </message>
        <message>
            <source>ORION, Swingbench, I/O calibration, dstat</source>
            <translation>ORION, Swingbench, I/O-Kalibrierung, dstat</translation>
        </message>
        <message>
            <source>Enter prices and times</source>
            <translation>Preise und Zeiten eintragen</translation>
        </message>
        <message>
            <source>or read them from a sheet</source>
            <translation>oder aus einem Blatt einlesen</translation>
        </message>
        <message>
            <source>Set target and load</source>
            <translation>Ziel und Last einstellen</translation>
        </message>
        <message>
            <source>the answer follows every edit</source>
            <translation>die Antwort folgt jeder Änderung</translation>
        </message>
        <message>
            <source>Language</source>
            <translation>Sprache</translation>
        </message>
        <message>
            <source>Version {version}</source>
            <translation>Version {version}</translation>
        </message>
        <message>
            <source>Drop result files here</source>
            <translation>Ergebnisdateien hier ablegen</translation>
        </message>
        <message>
            <source>A new study is made from them</source>
            <translation>Daraus entsteht eine neue Studie</translation>
        </message>
        <message>
            <source>Recent studies</source>
            <translation>Zuletzt geöffnet</translation>
        </message>
        <message>
            <source>None yet. Start with a sample study, or drop the files of your own lab.</source>
            <translation>Noch keine. Beginnen Sie mit einer Beispielstudie, oder legen Sie die Dateien Ihres Labors ab.</translation>
        </message>
        <message>
            <source>Sample studies</source>
            <translation>Beispielstudien</translation>
        </message>
        <message>
            <source>Study</source>
            <translation>Studie</translation>
        </message>
        <message>
            <source>Folder</source>
            <translation>Ordner</translation>
        </message>
        <message>
            <source>Changed</source>
            <translation>Geändert</translation>
        </message>
        <message>
            <source>Recommended</source>
            <translation>Empfohlen</translation>
        </message>
        <message>
            <source>How sure</source>
            <translation>Wie sicher</translation>
        </message>
        <message>
            <source>% of draws</source>
            <translation>% der Ziehungen</translation>
        </message>
        <message>
            <source>Open a copy</source>
            <translation>Kopie öffnen</translation>
        </message>
        <message>
            <source>Today {time}</source>
            <translation>Heute {time}</translation>
        </message>
        <message>
            <source>Yesterday</source>
            <translation>Gestern</translation>
        </message>
        <message>
            <source>No options yet</source>
            <translation>Noch keine Optionen</translation>
        </message>
        <message>
            <source>No clear winner</source>
            <translation>Kein klarer Sieger</translation>
        </message>
    </context>
    <context>
        <name>WhyPanel</name>
        <message>
            <source>Why {option}</source>
            <translation>Warum {option}</translation>
        </message>
        <message>
            <source>Why there is no recommendation</source>
            <translation>Warum es keine Empfehlung gibt</translation>
        </message>
        <message>
            <source>What the publication concludes: {conclusion} ({citation})</source>
            <translation>Was die Veröffentlichung folgert: {conclusion} ({citation})</translation>
        </message>
        <message>
            <source>Why</source>
            <translation>Warum</translation>
        </message>
    </context>
    <context>
        <name>WindowBar</name>
        <message>
            <source>Measured from</source>
            <translation>Gemessen ab</translation>
        </message>
        <message>
            <source>Measured up to</source>
            <translation>Gemessen bis</translation>
        </message>
        <message>
            <source>Use it</source>
            <translation>Verwenden</translation>
        </message>
        <message>
            <source>Whole run</source>
            <translation>Ganzer Lauf</translation>
        </message>
        <message>
            <source>Counts from</source>
            <translation>Zählt ab</translation>
        </message>
        <message>
            <source>to</source>
            <translation>bis</translation>
        </message>
        <message>
            <source>Seconds after the run's beginning; the end lies after the start.</source>
            <translation>Sekunden nach Beginn des Laufs; das Ende liegt nach dem Anfang.</translation>
        </message>
        <message>
            <source>All runs of {option} ({count})</source>
            <translation>Alle Läufe von {option} ({count})</translation>
        </message>
        <message>
            <source>All runs of the study ({count})</source>
            <translation>Alle Läufe der Studie ({count})</translation>
        </message>
        <message>
            <source>Apply to</source>
            <translation>Anwenden auf</translation>
        </message>
        <message>
            <source>No rate second by second: no proposal</source>
            <translation>Keine Rate je Sekunde: kein Vorschlag</translation>
        </message>
        <message>
            <source>Steady from {start} s on, drift {drift} %</source>
            <translation>Stetig ab {start} s, Drift {drift} %</translation>
        </message>
        <message>
            <source>Never settles: drift {drift} %</source>
            <translation>Nie stetig: Drift {drift} %</translation>
        </message>
        <message>
            <source>Let the steady part count; its drift is given in percent of the mean rate</source>
            <translation>Den stetigen Teil zählen lassen; seine Drift steht in Prozent der mittleren Rate</translation>
        </message>
    </context>
    <context>
        <name>Words</name>
        <message>
            <source>Pass, measured</source>
            <translation>Erfüllt, gemessen</translation>
        </message>
        <message>
            <source>Pass, modelled</source>
            <translation>Erfüllt, modelliert</translation>
        </message>
        <message>
            <source>Fail</source>
            <translation>Verfehlt</translation>
        </message>
        <message>
            <source>Fail, capacity</source>
            <translation>Verfehlt, Kapazität</translation>
        </message>
        <message>
            <source>Undetermined</source>
            <translation>Unbestimmt</translation>
        </message>
        <message>
            <source>Not demonstrated</source>
            <translation>Nicht gezeigt</translation>
        </message>
        <message>
            <source>Not comparable</source>
            <translation>Nicht vergleichbar</translation>
        </message>
        <message>
            <source>No data</source>
            <translation>Keine Daten</translation>
        </message>
        <message>
            <source>Response time</source>
            <translation>Antwortzeit</translation>
        </message>
        <message>
            <source>Read</source>
            <translation>Gelesen</translation>
        </message>
        <message>
            <source>Read with problems</source>
            <translation>Mit Problemen gelesen</translation>
        </message>
        <message>
            <source>Incomplete</source>
            <translation>Unvollständig</translation>
        </message>
        <message>
            <source>Refused</source>
            <translation>Abgewiesen</translation>
        </message>
        <message>
            <source>Best value</source>
            <translation>Höchster Wert</translation>
        </message>
        <message>
            <source>Lowest price</source>
            <translation>Niedrigster Preis</translation>
        </message>
        <message>
            <source>Frontier</source>
            <translation>Effizienzgrenze</translation>
        </message>
        <message>
            <source>Low</source>
            <translation>Gering</translation>
        </message>
        <message>
            <source>Medium</source>
            <translation>Mittel</translation>
        </message>
        <message>
            <source>Serious</source>
            <translation>Schwerwiegend</translation>
        </message>
        <message>
            <source>DAS</source>
            <translation>DAS</translation>
        </message>
        <message>
            <source>FC SAN</source>
            <translation>FC SAN</translation>
        </message>
        <message>
            <source>iSCSI SAN</source>
            <translation>iSCSI SAN</translation>
        </message>
        <message>
            <source>NAS</source>
            <translation>NAS</translation>
        </message>
        <message>
            <source>Host flash cache</source>
            <translation>Host-Flash-Cache</translation>
        </message>
        <message>
            <source>Other</source>
            <translation>Andere</translation>
        </message>
        <message>
            <source>IOPS</source>
            <translation>IOPS</translation>
        </message>
        <message>
            <source>Throughput</source>
            <translation>Durchsatz</translation>
        </message>
        <message>
            <source>Latency</source>
            <translation>Latenz</translation>
        </message>
        <message>
            <source>Transaction rate</source>
            <translation>Transaktionsrate</translation>
        </message>
        <message>
            <source>Completed</source>
            <translation>Abgeschlossen</translation>
        </message>
        <message>
            <source>Failed</source>
            <translation>Fehlgeschlagen</translation>
        </message>
        <message>
            <source>mean</source>
            <translation>Mittelwert</translation>
        </message>
        <message>
            <source>max</source>
            <translation>Max.</translation>
        </message>
        <message>
            <source>min</source>
            <translation>Min.</translation>
        </message>
        <message>
            <source>std. dev.</source>
            <translation>Std.-Abw.</translation>
        </message>
        <message>
            <source>total</source>
            <translation>Summe</translation>
        </message>
        <message>
            <source>geom. mean</source>
            <translation>geom. Mittel</translation>
        </message>
        <message>
            <source>not recognised</source>
            <translation>nicht erkannt</translation>
        </message>
        <message>
            <source>Other figure</source>
            <translation>Anderer Wert</translation>
        </message>
        <message>
            <source>published figures</source>
            <translation>veröffentlichte Werte</translation>
        </message>
        <message>
            <source>Host monitor</source>
            <translation>Hostmonitor</translation>
        </message>
        <message>
            <source>Host description</source>
            <translation>Hostbeschreibung</translation>
        </message>
        <message>
            <source>Published figures</source>
            <translation>Veröffentlichte Werte</translation>
        </message>
        <message>
            <source>Transaction log</source>
            <translation>Transaktionsprotokoll</translation>
        </message>
        <message>
            <source>Access specifications</source>
            <translation>Zugriffsspezifikationen</translation>
        </message>
        <message>
            <source>AWR figures</source>
            <translation>AWR-Werte</translation>
        </message>
        <message>
            <source>{statistic}, at least</source>
            <translation>{statistic}, mindestens</translation>
        </message>
        <message>
            <source>{statistic}, at most</source>
            <translation>{statistic}, höchstens</translation>
        </message>
        <message>
            <source>Pass, measured once</source>
            <translation>Erfüllt, einmal gemessen</translation>
        </message>
        <message>
            <source>Pass, I/O evidence</source>
            <translation>Erfüllt, I/O-Belege</translation>
        </message>
        <message>
            <source>Pass, published</source>
            <translation>Erfüllt, veröffentlicht</translation>
        </message>
    </context>
    <context>
        <name>WordsInside</name>
        <message>
            <source>best value</source>
            <translation>höchster Wert</translation>
        </message>
        <message>
            <source>lowest price</source>
            <translation>niedrigster Preis</translation>
        </message>
        <message>
            <source>frontier</source>
            <translation>Effizienzgrenze</translation>
        </message>
    </context>
    <context>
        <name>WorkingsPage</name>
        <message>
            <source>Workings</source>
            <translation>Nebenrechnung</translation>
        </message>
        <message>
            <source>Formulas over all sheets and the model’s results; F1 lists the names</source>
            <translation>Formeln über alle Blätter und die Ergebnisse des Modells; F1 nennt die Namen</translation>
        </message>
        <message>
            <source>Cells of the workings</source>
            <translation>Zellen der Nebenrechnung</translation>
        </message>
        <message>
            <source>Sheets</source>
            <translation>Blätter</translation>
        </message>
        <message>
            <source>Number format</source>
            <translation>Zahlenformat</translation>
        </message>
    </context>
    <context>
        <name>_Change</name>
        <message>
            <source>none is shown to pass</source>
            <translation>keine besteht nachweislich</translation>
        </message>
    </context>
</TS>
