<?xml version='1.0' encoding='utf-8'?>
<TS version="2.1" language="pt_BR">
    <context>
        <name>About</name>
        <message>
            <source>Arraywise {version}
From result files to a purchase decision.

Apache License 2.0. Nothing is sent anywhere; studies stay on this machine.</source>
            <translation>Arraywise {version}
Dos arquivos de resultados à decisão de compra.

Licença Apache 2.0. Nada é enviado a lugar nenhum; os estudos ficam nesta máquina.</translation>
        </message>
        <message>
            <source>About Arraywise</source>
            <translation>Sobre o Arraywise</translation>
        </message>
    </context>
    <context>
        <name>Answer</name>
        <message>
            <source>No option passes</source>
            <translation>Nenhuma opção atende</translation>
        </message>
        <message>
            <source>{count} efficient options</source>
            <translation>{count} opções eficientes</translation>
        </message>
        <message>
            <source>None that passes has a price</source>
            <translation>Nenhuma que atende tem preço</translation>
        </message>
        <message>
            <source>No option is shown to pass</source>
            <translation>Nenhuma opção atende comprovadamente</translation>
        </message>
        <message>
            <source>Only {option} is efficient</source>
            <translation>Só {option} é eficiente</translation>
        </message>
    </context>
    <context>
        <name>AnswerPanel</name>
        <message>
            <source>Hatched: a further test could change it. Grey: none passes.</source>
            <translation>Hachurado: um novo teste poderia mudar isto. Cinza: nenhuma atende.</translation>
        </message>
        <message>
            <source>Meets {target} ms</source>
            <translation>Cumpre {target} ms</translation>
        </message>
        <message>
            <source>{target} ms is not shown</source>
            <translation>{target} ms não demonstrados</translation>
        </message>
        <message>
            <source>Response time</source>
            <translation>Tempo de resposta</translation>
        </message>
        <message>
            <source>Headroom</source>
            <translation>Folga</translation>
        </message>
        <message>
            <source>First in</source>
            <translation>Em primeiro em</translation>
        </message>
        <message>
            <source>% of draws</source>
            <translation>% dos sorteios</translation>
        </message>
        <message>
            <source>below {value}</source>
            <translation>abaixo de {value}</translation>
        </message>
        <message>
            <source>above {value}</source>
            <translation>acima de {value}</translation>
        </message>
        <message>
            <source>{visits} M visits</source>
            <translation>{visits} mi de visitas</translation>
        </message>
        <message>
            <source>Changes to</source>
            <translation>Muda para</translation>
        </message>
        <message>
            <source>Buy, {rule}</source>
            <translation>Comprar, {rule}</translation>
        </message>
    </context>
    <context>
        <name>AnswerStrip</name>
        <message>
            <source>Recommended, {rule}</source>
            <translation>Recomendada, {rule}</translation>
        </message>
        <message>
            <source>No options yet</source>
            <translation>Ainda sem opções</translation>
        </message>
        <message>
            <source>no clear winner</source>
            <translation>sem vencedora clara</translation>
        </message>
        <message>
            <source>Meets {target} ms at {demand} tx/s</source>
            <translation>Cumpre {target} ms a {demand} tx/s</translation>
        </message>
        <message>
            <source>{passing} of {all} options</source>
            <translation>{passing} de {all} opções</translation>
        </message>
        <message>
            <source>{percent} % on {option}</source>
            <translation>{percent} % sobre {option}</translation>
        </message>
        <message>
            <source>Headroom</source>
            <translation>Folga</translation>
        </message>
        <message>
            <source>to {millions} M visits</source>
            <translation>até {millions} mi de visitas</translation>
        </message>
        <message>
            <source>How sure</source>
            <translation>Grau de certeza</translation>
        </message>
        <message>
            <source>Findings open</source>
            <translation>Constatações em aberto</translation>
        </message>
        <message>
            <source>none</source>
            <translation>nenhuma</translation>
        </message>
        <message>
            <source>, {count} serious</source>
            <translation>, graves: {count}</translation>
        </message>
        <message>
            <source>settling…</source>
            <translation>recalculando…</translation>
        </message>
        <message>
            <source>Nothing measured yet</source>
            <translation>Nada medido ainda</translation>
        </message>
        <message>
            <source>the same as {option}</source>
            <translation>o mesmo que {option}</translation>
        </message>
        <message>
            <source>The only one shown to pass</source>
            <translation>A única demonstrada</translation>
        </message>
        <message>
            <source>First, without prices</source>
            <translation>Primeira, sem preços</translation>
        </message>
        <message>
            <source>{option} could win</source>
            <translation>{option} pode vencer</translation>
        </message>
        <message>
            <source>Open:</source>
            <translation>Em aberto:</translation>
        </message>
        <message>
            <source>not compared</source>
            <translation>não comparado</translation>
        </message>
        <message>
            <source>one option passes</source>
            <translation>uma opção atende</translation>
        </message>
        <message>
            <source>response time and load only</source>
            <translation>só tempo de resposta e carga</translation>
        </message>
        <message>
            <source>enter prices</source>
            <translation>informe os preços</translation>
        </message>
        <message>
            <source>mend the inputs first</source>
            <translation>corrija as entradas primeiro</translation>
        </message>
        <message>
            <source>not shown</source>
            <translation>não mostrado</translation>
        </message>
        <message>
            <source>; {count} serious findings on them</source>
            <translation>; {count} achados graves sobre elas</translation>
        </message>
        <message>
            <source>lower price</source>
            <translation>preço menor</translation>
        </message>
        <message>
            <source>{times} times in a hundred</source>
            <translation>{times} vezes em cem</translation>
        </message>
        <message>
            <source>{times} times in ten</source>
            <translation>{times} vezes em dez</translation>
        </message>
        <message>
            <source>{option} ahead of {rival}</source>
            <translation>{option} à frente de {rival}</translation>
        </message>
    </context>
    <context>
        <name>AssignMenu</name>
        <message>
            <source>New option…</source>
            <translation>Nova opção…</translation>
        </message>
        <message>
            <source>No option</source>
            <translation>Nenhuma opção</translation>
        </message>
        <message>
            <source>Make the proposed options: {names}</source>
            <translation>Criar as opções propostas: {names}</translation>
        </message>
    </context>
    <context>
        <name>Banner</name>
        <message>
            <source>Close this message</source>
            <translation>Fechar esta mensagem</translation>
        </message>
    </context>
    <context>
        <name>CalibrationBars</name>
        <message>
            <source>one run only: no spread known</source>
            <translation>uma só execução: dispersão desconhecida</translation>
        </message>
        <message>
            <source>{runs} runs</source>
            <translation>{runs} execuções</translation>
        </message>
        <message>
            <source>spread {spread} % of the mean</source>
            <translation>dispersão de {spread} % da média</translation>
        </message>
        <message>
            <source>does not repeat</source>
            <translation>não se repete</translation>
        </message>
        <message>
            <source>1 disk</source>
            <translation>1 disco</translation>
        </message>
        <message>
            <source>{disks} disks</source>
            <translation>{disks} discos</translation>
        </message>
    </context>
    <context>
        <name>CalibrationCharts</name>
        <message>
            <source>Small I/Os at most</source>
            <translation>Máximo de E/S pequenas</translation>
        </message>
        <message>
            <source>Large I/Os at most</source>
            <translation>Máximo de E/S grandes</translation>
        </message>
        <message>
            <source>Latency at that rate</source>
            <translation>Latência nessa taxa</translation>
        </message>
        <message>
            <source>longer is better</source>
            <translation>mais longa é melhor</translation>
        </message>
        <message>
            <source>shorter is better; rates differ</source>
            <translation>menor é melhor; taxas desiguais</translation>
        </message>
    </context>
    <context>
        <name>ChangesTable</name>
        <message>
            <source>What would change the answer</source>
            <translation>O que mudaria a resposta</translation>
        </message>
        <message>
            <source>If this changes</source>
            <translation>Se isto mudar</translation>
        </message>
        <message>
            <source>to</source>
            <translation>para</translation>
        </message>
        <message>
            <source>by</source>
            <translation>em</translation>
        </message>
        <message>
            <source>then</source>
            <translation>então</translation>
        </message>
        <message>
            <source>none is shown to pass</source>
            <translation>nenhuma atende comprovadamente</translation>
        </message>
    </context>
    <context>
        <name>Charts</name>
        <message>
            <source>{path} could not be written.</source>
            <translation>Não foi possível gravar {path}.</translation>
        </message>
        <message>
            <source>Copy or save the picture of {chart}</source>
            <translation>Copiar ou salvar a imagem de {chart}</translation>
        </message>
        <message>
            <source>Copy picture</source>
            <translation>Copiar imagem</translation>
        </message>
        <message>
            <source>Save as PNG…</source>
            <translation>Salvar como PNG…</translation>
        </message>
        <message>
            <source>Save as SVG…</source>
            <translation>Salvar como SVG…</translation>
        </message>
        <message>
            <source>Save picture</source>
            <translation>Salvar imagem</translation>
        </message>
        <message>
            <source>Zoom the chart in or out</source>
            <translation>Ampliar ou reduzir o gráfico</translation>
        </message>
        <message>
            <source>Home</source>
            <translation>Home</translation>
        </message>
        <message>
            <source>Show the whole chart again</source>
            <translation>Mostrar de novo o gráfico inteiro</translation>
        </message>
        <message>
            <source>Move what is seen of the chart</source>
            <translation>Mover a parte visível do gráfico</translation>
        </message>
        <message>
            <source>Page up, Page down</source>
            <translation>Page Up, Page Down</translation>
        </message>
        <message>
            <source>Read out the measured point before, the next one</source>
            <translation>Ler o ponto medido anterior ou o seguinte</translation>
        </message>
        <message>
            <source>Ctrl+arrows</source>
            <translation>Ctrl+setas</translation>
        </message>
        <message>
            <source>Move the cross-hair to fewer or more visits</source>
            <translation>Mover a mira para menos ou mais visitas</translation>
        </message>
        <message>
            <source>Move the cross-hair to a longer or shorter target</source>
            <translation>Mover a mira para uma meta mais longa ou mais curta</translation>
        </message>
        <message>
            <source>Shift+← →</source>
            <translation>Shift+← →</translation>
        </message>
        <message>
            <source>Move where the part that counts begins</source>
            <translation>Mover o início do trecho que conta</translation>
        </message>
        <message>
            <source>Ctrl+← →</source>
            <translation>Ctrl+← →</translation>
        </message>
        <message>
            <source>Move where the part that counts ends</source>
            <translation>Mover o fim do trecho que conta</translation>
        </message>
        <message>
            <source>Read out the place before, the next one</source>
            <translation>Ler o lugar anterior ou o seguinte</translation>
        </message>
        <message>
            <source>Option</source>
            <translation>Opção</translation>
        </message>
        <message>
            <source>Low</source>
            <translation>Limite inferior</translation>
        </message>
        <message>
            <source>High</source>
            <translation>Limite superior</translation>
        </message>
        <message>
            <source>Runs</source>
            <translation>Execuções</translation>
        </message>
        <message>
            <source>Drag it into a spreadsheet for the figures</source>
            <translation>Arraste para uma planilha: os números</translation>
        </message>
        <message>
            <source>Copy figures</source>
            <translation>Copiar os números</translation>
        </message>
        <message>
            <source>Users</source>
            <translation>Usuários</translation>
        </message>
        <message>
            <source>Input</source>
            <translation>Entrada</translation>
        </message>
        <message>
            <source>Lead at low</source>
            <translation>Vantagem no extremo inferior</translation>
        </message>
        <message>
            <source>Lead at high</source>
            <translation>Vantagem no extremo superior</translation>
        </message>
        <message>
            <source>Another option leads at</source>
            <translation>Outra opção lidera em</translation>
        </message>
        <message>
            <source>Price</source>
            <translation>Preço</translation>
        </message>
        <message>
            <source>Value apart from price</source>
            <translation>Valor sem o preço</translation>
        </message>
        <message>
            <source>What is known of the weights</source>
            <translation>O que se sabe dos pesos</translation>
        </message>
        <message>
            <source>Rank</source>
            <translation>Posição</translation>
        </message>
        <message>
            <source>Value</source>
            <translation>Valor</translation>
        </message>
        <message>
            <source>Share of first ranks</source>
            <translation>Parcela de primeiros lugares</translation>
        </message>
        <message>
            <source>Weight</source>
            <translation>Peso</translation>
        </message>
        <message>
            <source>Points</source>
            <translation>Pontos</translation>
        </message>
        <message>
            <source>Points ahead</source>
            <translation>Pontos à frente</translation>
        </message>
        <message>
            <source>Criterion</source>
            <translation>Critério</translation>
        </message>
        <message>
            <source>All</source>
            <translation>Todos</translation>
        </message>
        <message>
            <source>Minutes</source>
            <translation>Minutos</translation>
        </message>
        <message>
            <source>Ease factor</source>
            <translation>Fator de facilidade</translation>
        </message>
        <message>
            <source>Purchase</source>
            <translation>Compra</translation>
        </message>
        <message>
            <source>Maintenance</source>
            <translation>Manutenção</translation>
        </message>
    </context>
    <context>
        <name>Composition</name>
        <message>
            <source>What the prices are made of</source>
            <translation>De que se compõem os preços</translation>
        </message>
        <message>
            <source>thousand {currency}</source>
            <translation>mil {currency}</translation>
        </message>
        <message>
            <source>no category</source>
            <translation>sem categoria</translation>
        </message>
        <message>
            <source>Discount</source>
            <translation>Desconto</translation>
        </message>
        <message>
            <source>Maintenance</source>
            <translation>Manutenção</translation>
        </message>
        <message>
            <source>Total</source>
            <translation>Total</translation>
        </message>
        <message>
            <source>Undiscounted</source>
            <translation>Valor nominal</translation>
        </message>
        <message>
            <source>Maintenance, NPV</source>
            <translation>Manutenção, VPL</translation>
        </message>
        <message>
            <source>NPV</source>
            <translation>VPL</translation>
        </message>
    </context>
    <context>
        <name>ContributionBars</name>
        <message>
            <source>{option} better</source>
            <translation>{option} melhor</translation>
        </message>
        <message>
            <source>Sum, points of 100</source>
            <translation>Soma, pontos de 100</translation>
        </message>
        <message>
            <source>Why: {parts}</source>
            <translation>Por quê: {parts}</translation>
        </message>
        <message>
            <source>{criterion}: {option} is better by {points} points of 100</source>
            <translation>{criterion}: {option} é melhor por {points} de 100 pontos</translation>
        </message>
    </context>
    <context>
        <name>CrashDialog</name>
        <message>
            <source>Arraywise met an error of its own</source>
            <translation>O Arraywise encontrou um erro próprio</translation>
        </message>
        <message>
            <source>Something went wrong in Arraywise</source>
            <translation>Algo deu errado no Arraywise</translation>
        </message>
        <message>
            <source>Every finished edit is in the study. You can go on; if the window behaves oddly, close and open it. The details below help to find the fault; nothing is sent anywhere. They are also in {log}.</source>
            <translation>Toda edição concluída está no estudo. Você pode continuar; se a janela se comportar de modo estranho, feche-a e abra-a de novo. Os detalhes abaixo ajudam a achar a falha; nada é enviado. Eles também estão em {log}.</translation>
        </message>
        <message>
            <source>Copy the details</source>
            <translation>Copiar os detalhes</translation>
        </message>
        <message>
            <source>Go on</source>
            <translation>Continuar</translation>
        </message>
    </context>
    <context>
        <name>CriteriaSheet</name>
        <message>
            <source>Weights and value functions</source>
            <translation>Pesos e funções de valor</translation>
        </message>
        <message>
            <source>Swing</source>
            <translation>Amplitude</translation>
        </message>
        <message>
            <source>Limit, worth 0</source>
            <translation>Limite, vale 0</translation>
        </message>
        <message>
            <source>Target</source>
            <translation>Meta</translation>
        </message>
        <message>
            <source>Aspiration, worth 100</source>
            <translation>Aspiração, vale 100</translation>
        </message>
        <message>
            <source>Worth of the target</source>
            <translation>Valor da meta</translation>
        </message>
        <message>
            <source>Criterion</source>
            <translation>Critério</translation>
        </message>
        <message>
            <source>Unit</source>
            <translation>Unidade</translation>
        </message>
        <message>
            <source>Weight</source>
            <translation>Peso</translation>
        </message>
        <message>
            <source>Follows the requirement or the prices; type a figure to fix it</source>
            <translation>Segue o requisito ou os preços; digite um número para fixá-lo</translation>
        </message>
        <message>
            <source>Swing in the eyes of this stakeholder</source>
            <translation>Amplitude aos olhos desta parte interessada</translation>
        </message>
        <message>
            <source>In points</source>
            <translation>Em pontos</translation>
        </message>
        <message>
            <source>In the unit of the criterion</source>
            <translation>Na unidade do critério</translation>
        </message>
    </context>
    <context>
        <name>DecisionMap</name>
        <message>
            <source>settling…</source>
            <translation>calculando…</translation>
        </message>
        <message>
            <source>Visits per month, millions (log)</source>
            <translation>Visitas por mês, milhões (log)</translation>
        </message>
        <message>
            <source>Target response time, ms ({statistic})</source>
            <translation>Meta de tempo de resposta, ms ({statistic})</translation>
        </message>
        <message>
            <source>{option} limit {value}</source>
            <translation>{option}, limite {value}</translation>
        </message>
        <message>
            <source>{millions} M</source>
            <translation>{millions} mi</translation>
        </message>
    </context>
    <context>
        <name>DecisionMapView</name>
        <message>
            <source>Decision map</source>
            <translation>Mapa de decisão</translation>
        </message>
        <message>
            <source>None passes</source>
            <translation>Nenhuma atende</translation>
        </message>
        <message>
            <source>Map: {visits} M visits, {target} ms: {option}</source>
            <translation>Mapa: {visits} mi de visitas, {target} ms: {option}</translation>
        </message>
        <message>
            <source>next change at {visits} M ({percent} %)</source>
            <translation>próxima mudança em {visits} mi ({percent} %)</translation>
        </message>
        <message>
            <source>Undetermined</source>
            <translation>Indeterminado</translation>
        </message>
        <message>
            <source>none is shown to pass</source>
            <translation>nenhuma atende comprovadamente</translation>
        </message>
    </context>
    <context>
        <name>DecisionPage</name>
        <message>
            <source>Decision</source>
            <translation>Decisão</translation>
        </message>
        <message>
            <source>Present  F11</source>
            <translation>Apresentar  F11</translation>
        </message>
        <message>
            <source>Map and answer alone, on the whole screen (F11)</source>
            <translation>Só o mapa e a resposta, na tela inteira (F11)</translation>
        </message>
        <message>
            <source>Decision map</source>
            <translation>Mapa de decisão</translation>
        </message>
        <message>
            <source>Price against value</source>
            <translation>Preço e valor</translation>
        </message>
        <message>
            <source>frontier dashed</source>
            <translation>fronteira tracejada</translation>
        </message>
        <message>
            <source>Lead</source>
            <translation>Vantagem</translation>
        </message>
        <message>
            <source>Ranking</source>
            <translation>Classificação</translation>
        </message>
        <message>
            <source>bar length = value, column width = weight</source>
            <translation>comprimento da barra = valor, largura da coluna = peso</translation>
        </message>
        <message>
            <source>Nothing to decide yet</source>
            <translation>Ainda nada a decidir</translation>
        </message>
        <message>
            <source>Import result files of at least two options. The map of who wins at which load and target, the ranking and the weights appear here.</source>
            <translation>Importe arquivos de resultados de pelo menos duas opções. O mapa de quem vence em cada carga e meta, a classificação e os pesos aparecem aqui.</translation>
        </message>
        <message>
            <source>highest weighted value among options that pass the screen</source>
            <translation>maior valor ponderado entre as opções que passam na triagem</translation>
        </message>
        <message>
            <source>lowest price among options that pass the screen</source>
            <translation>menor preço entre as opções que passam na triagem</translation>
        </message>
        <message>
            <source>options that no other beats in both price and value</source>
            <translation>opções que nenhuma outra supera em preço e valor ao mesmo tempo</translation>
        </message>
        <message>
            <source>settling…</source>
            <translation>calculando…</translation>
        </message>
        <message>
            <source>Lead of {option}</source>
            <translation>Vantagem de {option}</translation>
        </message>
        <message>
            <source>Ranks</source>
            <translation>Posições</translation>
        </message>
        <message>
            <source>How often each option takes each rank</source>
            <translation>Com que frequência cada opção fica em cada posição</translation>
        </message>
        <message>
            <source>Weights are stale.</source>
            <translation>Os pesos estão desatualizados.</translation>
        </message>
        <message>
            <source>They were given for other limits and aspirations: {criteria}.</source>
            <translation>Foram dados para outros limites e aspirações: {criteria}.</translation>
        </message>
        <message>
            <source>Rescale</source>
            <translation>Reescalar</translation>
        </message>
        <message>
            <source>Prices lie outside the value function.</source>
            <translation>Há preços fora da função de valor.</translation>
        </message>
        <message>
            <source>Renew</source>
            <translation>Renovar</translation>
        </message>
        <message>
            <source>Keep as they are</source>
            <translation>Manter assim</translation>
        </message>
        <message>
            <source>Fit</source>
            <translation>Ajustar</translation>
        </message>
        <message>
            <source>Rule of the recommendation</source>
            <translation>Regra da recomendação</translation>
        </message>
        <message>
            <source>{draws} draws</source>
            <translation>{draws} sorteios</translation>
        </message>
        <message>
            <source>Show everything again (Home)</source>
            <translation>Mostrar tudo de novo (Home)</translation>
        </message>
        <message>
            <source>{points} points</source>
            <translation>{points} pts</translation>
        </message>
        <message>
            <source>Weights, value functions and ratings</source>
            <translation>Pesos, funções de valor e avaliações</translation>
        </message>
        <message>
            <source>Scenarios side by side</source>
            <translation>Cenários lado a lado</translation>
        </message>
        <message>
            <source>{currency} {best} is worth 100 points, {limit} none: proposed from the first price. It does not follow options that are added.</source>
            <translation>{currency} {best} vale 100 pontos, {limit} nenhum: proposto a partir do primeiro preço. Opções novas não mudam isso.</translation>
        </message>
        <message>
            <source>Confirm the range of prices.</source>
            <translation>Confirme a faixa de preços.</translation>
        </message>
        <message>
            <source>Confirm</source>
            <translation>Confirmar</translation>
        </message>
        <message>
            <source>Fit to the prices</source>
            <translation>Ajustar aos preços</translation>
        </message>
    </context>
    <context>
        <name>Evidence</name>
        <message>
            <source>Reading</source>
            <translation>Lendo</translation>
        </message>
        <message>
            <source>pasted {time}.txt</source>
            <translation>colado {time}.txt</translation>
        </message>
        <message>
            <source>Keeping</source>
            <translation>Guardando</translation>
        </message>
        <message>
            <source>{count} refused</source>
            <translation>recusados: {count}</translation>
        </message>
        <message>
            <source>{count} already in the study</source>
            <translation>já no estudo: {count}</translation>
        </message>
        <message>
            <source>{count} incomplete</source>
            <translation>incompletos: {count}</translation>
        </message>
        <message>
            <source>{count} with problems</source>
            <translation>com problemas: {count}</translation>
        </message>
        <message>
            <source>{count} files read.</source>
            <translation>{count} arquivos lidos.</translation>
        </message>
        <message>
            <source>1 file read.</source>
            <translation>1 arquivo lido.</translation>
        </message>
        <message>
            <source>line {line}: {reason}</source>
            <translation>linha {line}: {reason}</translation>
        </message>
        <message>
            <source>File</source>
            <translation>Arquivo</translation>
        </message>
        <message>
            <source>Tool</source>
            <translation>Ferramenta</translation>
        </message>
        <message>
            <source>Run type</source>
            <translation>Tipo de execução</translation>
        </message>
        <message>
            <source>Status</source>
            <translation>Situação</translation>
        </message>
        <message>
            <source>Option</source>
            <translation>Opção</translation>
        </message>
        <message>
            <source>Condition</source>
            <translation>Condição</translation>
        </message>
        <message>
            <source>Rows</source>
            <translation>Linhas</translation>
        </message>
        <message>
            <source>Warn.</source>
            <translation>Avisos</translation>
        </message>
        <message>
            <source>choose an option</source>
            <translation>escolher uma opção</translation>
        </message>
        <message>
            <source>guess</source>
            <translation>suposição</translation>
        </message>
        <message>
            <source>{count} users</source>
            <translation>{count} usuários</translation>
        </message>
        <message>
            <source>{low} to {high} users</source>
            <translation>{low} a {high} usuários</translation>
        </message>
        <message>
            <source>Run</source>
            <translation>Execução</translation>
        </message>
        <message>
            <source>complete</source>
            <translation>completo</translation>
        </message>
        <message>
            <source>incomplete</source>
            <translation>incompleto</translation>
        </message>
        <message>
            <source>{count} rows</source>
            <translation>linhas: {count}</translation>
        </message>
        <message>
            <source>mean of {count}</source>
            <translation>média de {count}</translation>
        </message>
        <message>
            <source>small {count}</source>
            <translation>pequenas: {count}</translation>
        </message>
        <message>
            <source>large {count}</source>
            <translation>grandes: {count}</translation>
        </message>
        <message>
            <source>Value</source>
            <translation>Valor</translation>
        </message>
        <message>
            <source>Statistic</source>
            <translation>Estatística</translation>
        </message>
        <message>
            <source>Read as</source>
            <translation>Lido como</translation>
        </message>
        <message>
            <source>Unit</source>
            <translation>Unidade</translation>
        </message>
        <message>
            <source>Line</source>
            <translation>Linha</translation>
        </message>
        <message>
            <source>derived</source>
            <translation>derivado</translation>
        </message>
        <message>
            <source>'{text}' is no number of minutes.</source>
            <translation>“{text}” não é um número de minutos.</translation>
        </message>
        <message>
            <source>1 file is now whole in the study.</source>
            <translation>1 arquivo está agora inteiro no estudo.</translation>
        </message>
        <message>
            <source>1 file still lies outside the study:</source>
            <translation>1 arquivo ainda está fora do estudo:</translation>
        </message>
        <message>
            <source>1 option is proposed from folders and names:</source>
            <translation>1 opção é proposta a partir de pastas e nomes:</translation>
        </message>
        <message>
            <source>Make these options</source>
            <translation>Criar estas opções</translation>
        </message>
        <message>
            <source>Make this option</source>
            <translation>Criar esta opção</translation>
        </message>
        <message>
            <source>{count} files are now whole in the study.</source>
            <translation>{count} arquivos estão agora inteiros no estudo.</translation>
        </message>
        <message>
            <source>{count} files still lie outside the study:</source>
            <translation>{count} arquivos ainda estão fora do estudo:</translation>
        </message>
        <message>
            <source>{count} options are proposed from folders and names:</source>
            <translation>{count} opções são propostas a partir de pastas e nomes:</translation>
        </message>
        <message>
            <source>A guess from the name of the file or its folder</source>
            <translation>Uma suposição a partir do nome do arquivo ou da sua pasta</translation>
        </message>
        <message>
            <source>Ahead of the runs by</source>
            <translation>Adiantado em</translation>
        </message>
        <message>
            <source>Choose the run beside which it was made.</source>
            <translation>Escolha a execução junto à qual foi feito.</translation>
        </message>
        <message>
            <source>Clear the cell to take what the file says.</source>
            <translation>Limpe a célula para usar o que o arquivo diz.</translation>
        </message>
        <message>
            <source>Minutes beyond the zones that the files tell. Clear the cell to leave it to the program.</source>
            <translation>Minutos além dos fusos que os arquivos informam. Limpe a célula para deixar a cargo do programa.</translation>
        </message>
        <message>
            <source>Monitor's clock</source>
            <translation>Relógio do monitor</translation>
        </message>
        <message>
            <source>Only the name of the file or a folder says it. Confirm it, or type over it.</source>
            <translation>Só o nome do arquivo ou de uma pasta diz isto. Confirme, ou digite por cima.</translation>
        </message>
        <message>
            <source>Processors</source>
            <translation>Processadores</translation>
        </message>
        <message>
            <source>Recorded beside</source>
            <translation>Gravado junto a</translation>
        </message>
        <message>
            <source>Repetition</source>
            <translation>Repetição</translation>
        </message>
        <message>
            <source>Scale</source>
            <translation>Escala</translation>
        </message>
        <message>
            <source>Think time</source>
            <translation>Tempo de reflexão</translation>
        </message>
        <message>
            <source>Type here to say it better; with several files selected it goes to them all.</source>
            <translation>Digite aqui para corrigir; com vários arquivos selecionados vale para todos.</translation>
        </message>
        <message>
            <source>Typed by the user</source>
            <translation>Digitado pelo usuário</translation>
        </message>
        <message>
            <source>UTC</source>
            <translation>UTC</translation>
        </message>
        <message>
            <source>Users</source>
            <translation>Usuários</translation>
        </message>
        <message>
            <source>Version</source>
            <translation>Versão</translation>
        </message>
        <message>
            <source>Warehouses</source>
            <translation>Armazéns</translation>
        </message>
        <message>
            <source>Warm-up</source>
            <translation>Aquecimento</translation>
        </message>
        <message>
            <source>as written</source>
            <translation>como está escrito</translation>
        </message>
        <message>
            <source>assumed</source>
            <translation>suposto</translation>
        </message>
        <message>
            <source>both tell UTC</source>
            <translation>ambos indicam UTC</translation>
        </message>
        <message>
            <source>cancelled: {count} not read</source>
            <translation>cancelado; não lidos: {count}</translation>
        </message>
        <message>
            <source>file: {value}</source>
            <translation>arquivo: {value}</translation>
        </message>
        <message>
            <source>guess from the name</source>
            <translation>deduzido do nome</translation>
        </message>
        <message>
            <source>in the file</source>
            <translation>no arquivo</translation>
        </message>
        <message>
            <source>its option has no run with a time</source>
            <translation>sua opção não tem execução com hora</translation>
        </message>
        <message>
            <source>local time, zone not told</source>
            <translation>hora local, fuso não informado</translation>
        </message>
        <message>
            <source>no run</source>
            <translation>nenhuma execução</translation>
        </message>
        <message>
            <source>not stated</source>
            <translation>não informado</translation>
        </message>
        <message>
            <source>run {number}</source>
            <translation>execução {number}</translation>
        </message>
        <message>
            <source>typed by the user</source>
            <translation>digitado pelo usuário</translation>
        </message>
        <message>
            <source>{count} runs</source>
            <translation>{count} execuções</translation>
        </message>
        <message>
            <source>Counts until</source>
            <translation>Conta até</translation>
        </message>
        <message>
            <source>1 user</source>
            <translation>1 usuário</translation>
        </message>
        <message>
            <source>{file} has the same bytes as {other}</source>
            <translation>{file} tem os mesmos bytes que {other}</translation>
        </message>
        <message>
            <source>Nothing was read:</source>
            <translation>Nada foi lido:</translation>
        </message>
        <message>
            <source>there is no file in it.</source>
            <translation>não há arquivo ali.</translation>
        </message>
        <message>
            <source>No file was read.</source>
            <translation>Nenhum arquivo foi lido.</translation>
        </message>
        <message>
            <source>{count} without an option: select them, then Assign option</source>
            <translation>{count} sem opção: selecione e use Atribuir opção</translation>
        </message>
        <message>
            <source>There is neither a file nor text on the clipboard.</source>
            <translation>Não há arquivo nem texto na área de transferência.</translation>
        </message>
    </context>
    <context>
        <name>EvidenceBar</name>
        <message>
            <source>Confirm the guesses of 1 file</source>
            <translation>Confirmar as suposições de 1 arquivo</translation>
        </message>
        <message>
            <source>Confirm the guesses of {count} files</source>
            <translation>Confirmar as suposições de {count} arquivos</translation>
        </message>
        <message>
            <source>Drop result files or a folder here</source>
            <translation>Solte aqui arquivos de resultados ou uma pasta</translation>
        </message>
        <message>
            <source>ORION, Swingbench, I/O calibration, dstat, fio, HammerDB and others by content</source>
            <translation>ORION, Swingbench, calibração de E/S, dstat, fio, HammerDB e outros, pelo conteúdo</translation>
        </message>
        <message>
            <source>or paste text with Ctrl+V</source>
            <translation>ou cole texto com Ctrl+V</translation>
        </message>
        <message>
            <source>Only those with problems ({count})</source>
            <translation>Só os que têm problemas ({count})</translation>
        </message>
        <message>
            <source>Options, users and repetitions that were guessed from names are dotted in the list until they are confirmed or typed over.</source>
            <translation>Opções, usuários e repetições supostos a partir de nomes ficam pontilhados na lista até serem confirmados ou digitados por cima.</translation>
        </message>
    </context>
    <context>
        <name>EvidenceDetail</name>
        <message>
            <source>What was read</source>
            <translation>O que foi lido</translation>
        </message>
        <message>
            <source>Values read from this file</source>
            <translation>Valores lidos deste arquivo</translation>
        </message>
        <message>
            <source>a value was read here</source>
            <translation>um valor foi lido aqui</translation>
        </message>
        <message>
            <source>{count} values</source>
            <translation>{count} valores</translation>
        </message>
        <message>
            <source>1 value</source>
            <translation>1 valor</translation>
        </message>
        <message>
            <source>This file is kept outside the study, and it is not found unchanged at {path}.</source>
            <translation>Este arquivo é guardado fora do estudo e não se encontra inalterado em {path}.</translation>
        </message>
        <message>
            <source>1 line</source>
            <translation>1 linha</translation>
        </message>
        <message>
            <source>{count} lines</source>
            <translation>{count} linhas</translation>
        </message>
        <message>
            <source>Take what the file says</source>
            <translation>Usar o que o arquivo diz</translation>
        </message>
        <message>
            <source>Not a text: {size} bytes.</source>
            <translation>Não é texto: {size} bytes.</translation>
        </message>
        <message>
            <source>Not a text: {size} bytes in the format {kind}.</source>
            <translation>Não é texto: {size} bytes no formato {kind}.</translation>
        </message>
    </context>
    <context>
        <name>EvidencePage</name>
        <message>
            <source>Evidence</source>
            <translation>Evidências</translation>
        </message>
        <message>
            <source>Files</source>
            <translation>Arquivos</translation>
        </message>
        <message>
            <source>Find in files</source>
            <translation>Buscar nos arquivos</translation>
        </message>
        <message>
            <source>Assign option</source>
            <translation>Atribuir opção</translation>
        </message>
        <message>
            <source>Open folder</source>
            <translation>Abrir pasta</translation>
        </message>
        <message>
            <source>Open files</source>
            <translation>Abrir arquivos</translation>
        </message>
        <message>
            <source>Open a folder</source>
            <translation>Abrir uma pasta</translation>
        </message>
        <message>
            <source>Drop result files or a folder anywhere on this window</source>
            <translation>Solte arquivos de resultados ou uma pasta em qualquer lugar desta janela</translation>
        </message>
        <message>
            <source>Files of ORION, Swingbench, I/O calibration, dstat, fio, HammerDB and others are recognised by content. A folder's name is offered as the option that its files belong to. Text on the clipboard can be pasted with Ctrl+V.</source>
            <translation>Arquivos de ORION, Swingbench, calibração de E/S, dstat, fio, HammerDB e outros são reconhecidos pelo conteúdo. O nome da pasta é oferecido como a opção a que seus arquivos pertencem. Texto da área de transferência pode ser colado com Ctrl+V.</translation>
        </message>
        <message>
            <source>1 file</source>
            <translation>1 arquivo</translation>
        </message>
        <message>
            <source>{count} files</source>
            <translation>{count} arquivos</translation>
        </message>
        <message>
            <source>1 run</source>
            <translation>1 execução</translation>
        </message>
        <message>
            <source>{count} runs</source>
            <translation>{count} execuções</translation>
        </message>
        <message>
            <source>, {refused} refused</source>
            <translation>, recusados: {refused}</translation>
        </message>
        <message>
            <source>, {count} without an option</source>
            <translation>, {count} sem opção</translation>
        </message>
        <message>
            <source>Remove {count} files and all that was read from them?</source>
            <translation>Remover {count} arquivos e tudo o que foi lido deles?</translation>
        </message>
        <message>
            <source>Keep whole files in the study</source>
            <translation>Guardar arquivos inteiros no estudo</translation>
        </message>
        <message>
            <source>No file is selected that lies outside the study.</source>
            <translation>Nenhum arquivo selecionado está fora do estudo.</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation>Remover</translation>
        </message>
        <message>
            <source>Confirm guesses</source>
            <translation>Confirmar suposições</translation>
        </message>
        <message>
            <source>Edit options…</source>
            <translation>Editar opções…</translation>
        </message>
        <message>
            <source>Options…</source>
            <translation>Opções…</translation>
        </message>
        <message>
            <source>Remove files…</source>
            <translation>Remover arquivos…</translation>
        </message>
        <message>
            <source>Show those with problems</source>
            <translation>Mostrar os que têm problemas</translation>
        </message>
        <message>
            <source>Remove {name} and all that was read from it?</source>
            <translation>Remover {name} e tudo o que foi lido dele?</translation>
        </message>
        <message>
            <source>New option</source>
            <translation>Nova opção</translation>
        </message>
        <message>
            <source>Name of the option that the selected files go into; files: {count}</source>
            <translation>Nome da opção para os arquivos selecionados; arquivos: {count}</translation>
        </message>
        <message>
            <source>Assigned to {option}; files: {count}.</source>
            <translation>Atribuídos a {option}; arquivos: {count}.</translation>
        </message>
        <message>
            <source>Assigned to no option; files: {count}.</source>
            <translation>Sem opção atribuída; arquivos: {count}.</translation>
        </message>
        <message>
            <source>Ctrl+Z takes it back.</source>
            <translation>Ctrl+Z desfaz.</translation>
        </message>
    </context>
    <context>
        <name>Export</name>
        <message>
            <source>PDF report</source>
            <translation>Relatório em PDF</translation>
        </message>
        <message>
            <source>Writing the PDF</source>
            <translation>Gravando o PDF</translation>
        </message>
        <message>
            <source>Workbook with live formulas</source>
            <translation>Pasta de trabalho com fórmulas vivas</translation>
        </message>
        <message>
            <source>Writing the workbook</source>
            <translation>Gravando a pasta de trabalho</translation>
        </message>
        <message>
            <source>{name} is written.</source>
            <translation>{name} foi gravado.</translation>
        </message>
        <message>
            <source>Open</source>
            <translation>Abrir</translation>
        </message>
        <message>
            <source>Nothing to print yet. Add options and evidence first.</source>
            <translation>Ainda nada a imprimir. Adicione antes opções e evidências.</translation>
        </message>
    </context>
    <context>
        <name>FileDialogs</name>
        <message>
            <source>Arraywise studies (*{suffix})</source>
            <translation>Estudos do Arraywise (*{suffix})</translation>
        </message>
        <message>
            <source>Open study</source>
            <translation>Abrir estudo</translation>
        </message>
        <message>
            <source>New study</source>
            <translation>Novo estudo</translation>
        </message>
        <message>
            <source>Save a copy</source>
            <translation>Salvar uma cópia</translation>
        </message>
        <message>
            <source>Read a price sheet</source>
            <translation>Ler uma planilha de preços</translation>
        </message>
        <message>
            <source>Price sheets</source>
            <translation>Planilhas de preços</translation>
        </message>
        <message>
            <source>Open result files</source>
            <translation>Abrir arquivos de resultados</translation>
        </message>
        <message>
            <source>All files</source>
            <translation>Todos os arquivos</translation>
        </message>
        <message>
            <source>Open a folder of result files</source>
            <translation>Abrir uma pasta de arquivos de resultados</translation>
        </message>
        <message>
            <source>Choose a logo</source>
            <translation>Escolher um logotipo</translation>
        </message>
        <message>
            <source>Pictures</source>
            <translation>Imagens</translation>
        </message>
    </context>
    <context>
        <name>FindBar</name>
        <message>
            <source>Find in the sheet</source>
            <translation>Buscar na planilha</translation>
        </message>
        <message>
            <source>Previous</source>
            <translation>Anterior</translation>
        </message>
        <message>
            <source>Next</source>
            <translation>Próximo</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>Fechar</translation>
        </message>
        <message>
            <source>Not found</source>
            <translation>Não encontrado</translation>
        </message>
    </context>
    <context>
        <name>FindingsPanel</name>
        <message>
            <source>Findings</source>
            <translation>Constatações</translation>
        </message>
        <message>
            <source>{count} open</source>
            <translation>{count} em aberto</translation>
        </message>
        <message>
            <source>Nothing makes this comparison unfair as far as the evidence shows.</source>
            <translation>Nada torna esta comparação injusta, até onde as evidências mostram.</translation>
        </message>
        <message>
            <source>and {count} more</source>
            <translation>e mais {count}</translation>
        </message>
    </context>
    <context>
        <name>Formats</name>
        <message>
            <source>Number format</source>
            <translation>Formato de número</translation>
        </message>
        <message>
            <source>General</source>
            <translation>Geral</translation>
        </message>
        <message>
            <source>Number, 2 decimals</source>
            <translation>Número, 2 decimais</translation>
        </message>
        <message>
            <source>Without thousands marks</source>
            <translation>Sem separador de milhar</translation>
        </message>
        <message>
            <source>Percent</source>
            <translation>Porcentagem</translation>
        </message>
        <message>
            <source>Currency</source>
            <translation>Moeda</translation>
        </message>
        <message>
            <source>Date</source>
            <translation>Data</translation>
        </message>
        <message>
            <source>More decimals</source>
            <translation>Mais decimais</translation>
        </message>
        <message>
            <source>Fewer decimals</source>
            <translation>Menos decimais</translation>
        </message>
    </context>
    <context>
        <name>FormulaEdit</name>
        <message>
            <source>Functions and names</source>
            <translation>Funções e nomes</translation>
        </message>
    </context>
    <context>
        <name>FormulaHelp</name>
        <message>
            <source>A formula begins with =, such as =12*450*0.9, =B3*1.1 or =SUM(F2:F9). Numbers have the decimal mark of your language; where that is a comma, a semicolon parts arguments. Names of functions are English in every language.</source>
            <translation>Uma fórmula começa com =, como =12*450*0,9, =B3*1,1 ou =SUM(F2:F9). Os números têm o separador decimal do seu idioma; onde ele é a vírgula, o ponto e vírgula separa os argumentos. Os nomes das funções são em inglês em todos os idiomas.</translation>
        </message>
        <message>
            <source>Cells of other sheets: ='NAS'!E4*2 is a price of the option NAS, ='NAS provisioning'!B1 a time of it in minutes, =Requirement!B2 and =Criteria!B2 what is asked for, =Workings!A1 a cell of the workings. A cell counts as it is shown: a percentage in its column as 8, not 0.08.</source>
            <translation>Células de outras planilhas: ='NAS'!E4*2 é um preço da opção NAS, ='NAS provisioning'!B1 um tempo dela em minutos, =Requirement!B2 e =Criteria!B2 o que se pede, =Workings!A1 uma célula dos cálculos. Uma célula conta como é mostrada: uma porcentagem na sua coluna como 8, não 0,08.</translation>
        </message>
        <message>
            <source>A result that is not known is #N/A, never 0. A capacity is the highest load that was shown; more may be possible. An empty cell counts as 0, as in every spreadsheet.</source>
            <translation>Um resultado desconhecido é #N/A, nunca 0. Uma capacidade é a maior carga demonstrada; mais pode ser possível. Uma célula vazia conta como 0, como em toda planilha.</translation>
        </message>
        <message>
            <source>Functions: {names}</source>
            <translation>Funções: {names}</translation>
        </message>
        <message>
            <source>Names of the model's results</source>
            <translation>Nomes dos resultados do modelo</translation>
        </message>
        <message>
            <source>Name</source>
            <translation>Nome</translation>
        </message>
        <message>
            <source>Now</source>
            <translation>Agora</translation>
        </message>
        <message>
            <source>The model's results have names, listed below. They follow every slider. An option's can be called by its own name too: =Option("NAS").Price. What feeds the model may not come from its results, nor from the computed columns of a price sheet: that is a circle, and is said so in the cell.</source>
            <translation>Os resultados do modelo têm nomes, listados abaixo. Eles seguem cada controle. Os de uma opção podem ser chamados também pelo próprio nome dela: =Option("NAS").Price. O que alimenta o modelo não pode vir dos seus resultados nem das colunas calculadas de uma planilha de preços: isso é um círculo, e a célula o diz.</translation>
        </message>
        <message>
            <source>Or</source>
            <translation>Ou</translation>
        </message>
        <message>
            <source>Where a value is due, click a cell, drag over some, or go there with the arrow keys; on other sheets too: Enter comes back. F4 fixes row and column with $.</source>
            <translation>Onde falta um valor, clique numa célula, arraste sobre várias ou vá até lá com as setas, também em outras planilhas: Enter volta. F4 fixa linha e coluna com $.</translation>
        </message>
        <message>
            <source>Rules of formulas</source>
            <translation>Regras das fórmulas</translation>
        </message>
    </context>
    <context>
        <name>FormulaLine</name>
        <message>
            <source>Name of the cell</source>
            <translation>Nome da célula</translation>
        </message>
        <message>
            <source>Type the name of a cell to go there</source>
            <translation>Digite o nome de uma célula para ir até ela</translation>
        </message>
        <message>
            <source>What is typed in the cell</source>
            <translation>O que está digitado na célula</translation>
        </message>
        <message>
            <source>For {cell}: click cells, Enter goes back</source>
            <translation>Para {cell}: clique em células, Enter volta</translation>
        </message>
    </context>
    <context>
        <name>FurtherPoints</name>
        <message>
            <source>Further points</source>
            <translation>Pontos adicionais</translation>
        </message>
        <message>
            <source>Further point {number}</source>
            <translation>Ponto adicional {number}</translation>
        </message>
        <message>
            <source>Worth of further point {number}</source>
            <translation>Valor do ponto adicional {number}</translation>
        </message>
        <message>
            <source>Remove further point {number}</source>
            <translation>Remover ponto adicional {number}</translation>
        </message>
        <message>
            <source>points</source>
            <translation>pontos</translation>
        </message>
    </context>
    <context>
        <name>Grid</name>
        <message>
            <source>These are too many cells to copy at once.</source>
            <translation>São células demais para copiar de uma vez.</translation>
        </message>
        <message>
            <source>{wide} columns do not fit: {room} are left from here on. Nothing was changed.</source>
            <translation>{wide} colunas não cabem: restam {room} a partir daqui. Nada foi alterado.</translation>
        </message>
        <message>
            <source>{high} rows do not fit here. Nothing was changed.</source>
            <translation>{high} linhas não cabem aqui. Nada foi alterado.</translation>
        </message>
        <message>
            <source>Show all rows in their own order first.</source>
            <translation>Mostre antes todas as linhas na ordem original.</translation>
        </message>
        <message>
            <source>Cut</source>
            <translation>Recortar</translation>
        </message>
        <message>
            <source>Copy</source>
            <translation>Copiar</translation>
        </message>
        <message>
            <source>Paste</source>
            <translation>Colar</translation>
        </message>
        <message>
            <source>Clear</source>
            <translation>Limpar</translation>
        </message>
        <message>
            <source>Fill down</source>
            <translation>Preencher para baixo</translation>
        </message>
        <message>
            <source>Fill right</source>
            <translation>Preencher à direita</translation>
        </message>
        <message>
            <source>Insert rows</source>
            <translation>Inserir linhas</translation>
        </message>
        <message>
            <source>Delete rows</source>
            <translation>Excluir linhas</translation>
        </message>
        <message>
            <source>Show only rows with “{text}”</source>
            <translation>Mostrar só linhas com “{text}”</translation>
        </message>
        <message>
            <source>Show all rows</source>
            <translation>Mostrar todas as linhas</translation>
        </message>
        <message>
            <source>Sort ascending</source>
            <translation>Classificar em ordem crescente</translation>
        </message>
        <message>
            <source>Sort descending</source>
            <translation>Classificar em ordem decrescente</translation>
        </message>
        <message>
            <source>Original order</source>
            <translation>Ordem original</translation>
        </message>
        <message>
            <source>Fit the width</source>
            <translation>Ajustar a largura</translation>
        </message>
        <message>
            <source>Keep columns up to this one in sight</source>
            <translation>Congelar as colunas até esta</translation>
        </message>
        <message>
            <source>Let all columns scroll</source>
            <translation>Descongelar as colunas</translation>
        </message>
        <message>
            <source>Show rows that contain…</source>
            <translation>Mostrar linhas que contêm…</translation>
        </message>
        <message>
            <source>Columns</source>
            <translation>Colunas</translation>
        </message>
        <message>
            <source>Copy with titles</source>
            <translation>Copiar com títulos</translation>
        </message>
        <message>
            <source>Pasting {done} of {all} rows; Esc stops</source>
            <translation>{done} de {all} linhas coladas; Esc interrompe</translation>
        </message>
        <message>
            <source>Pasting; Esc stops</source>
            <translation>Colando; Esc interrompe</translation>
        </message>
        <message>
            <source>Paste values only</source>
            <translation>Colar só os valores</translation>
        </message>
        <message>
            <source>Insert columns</source>
            <translation>Inserir colunas</translation>
        </message>
        <message>
            <source>Delete columns</source>
            <translation>Excluir colunas</translation>
        </message>
        <message>
            <source>No row has “{text}” in {column}.</source>
            <translation>Nenhuma linha tem “{text}” em {column}.</translation>
        </message>
        <message>
            <source>“Show all rows” is in the menu of every title.</source>
            <translation>“Mostrar todas as linhas” está no menu de cada título.</translation>
        </message>
        <message>
            <source>Only rows with “{text}” are shown.</source>
            <translation>Só são mostradas linhas com “{text}”.</translation>
        </message>
        <message>
            <source>Nothing was pasted: this table cannot be typed into.</source>
            <translation>Nada foi colado: esta tabela não aceita entradas.</translation>
        </message>
    </context>
    <context>
        <name>HelpDialog</name>
        <message>
            <source>Keys and formulas</source>
            <translation>Teclas e fórmulas</translation>
        </message>
        <message>
            <source>Keys</source>
            <translation>Teclas</translation>
        </message>
        <message>
            <source>Formulas and names</source>
            <translation>Fórmulas e nomes</translation>
        </message>
        <message>
            <source>What they do</source>
            <translation>O que fazem</translation>
        </message>
        <message>
            <source>Where</source>
            <translation>Onde</translation>
        </message>
    </context>
    <context>
        <name>HostCharts</name>
        <message>
            <source>Recordings of hosts</source>
            <translation>Gravações de hosts</translation>
        </message>
        <message>
            <source>What is shown</source>
            <translation>O que é mostrado</translation>
        </message>
        <message>
            <source>Recording of a host</source>
            <translation>Gravação de um host</translation>
        </message>
        <message>
            <source>Fit</source>
            <translation>Ajustar</translation>
        </message>
        <message>
            <source>Show the whole recording again; Ctrl and the wheel zoom, dragging pans</source>
            <translation>Mostrar de novo a gravação inteira; Ctrl e a roda ampliam, arrastar desloca</translation>
        </message>
        <message>
            <source>{rows} samples</source>
            <translation>{rows} amostras</translation>
        </message>
        <message>
            <source>processors exhausted {stretches}</source>
            <translation>processadores esgotados {stretches}</translation>
        </message>
        <message>
            <source>no times, so that no run is found beside them</source>
            <translation>sem horas, portanto não se acha execução junto a elas</translation>
        </message>
        <message>
            <source>processors never exhausted</source>
            <translation>processadores nunca esgotados</translation>
        </message>
        <message>
            <source>Reading which recordings there are…</source>
            <translation>Lendo quais gravações existem…</translation>
        </message>
        <message>
            <source>Reading {file}…</source>
            <translation>Lendo {file}…</translation>
        </message>
    </context>
    <context>
        <name>HostPanel</name>
        <message>
            <source>Host processors during a run</source>
            <translation>Processadores do host durante uma execução</translation>
        </message>
        <message>
            <source>Host CPU</source>
            <translation>CPU do host</translation>
        </message>
        <message>
            <source>Option</source>
            <translation>Opção</translation>
        </message>
        <message>
            <source>Level</source>
            <translation>Nível</translation>
        </message>
        <message>
            <source>Run</source>
            <translation>Execução</translation>
        </message>
        <message>
            <source>Fit</source>
            <translation>Ajustar</translation>
        </message>
        <message>
            <source>Show the whole run again; Ctrl and the wheel zoom, dragging pans</source>
            <translation>Mostrar de novo a execução inteira; Ctrl e a roda ampliam, arrastar desloca</translation>
        </message>
        <message>
            <source>1 user</source>
            <translation>1 usuário</translation>
        </message>
        <message>
            <source>{count} users</source>
            <translation>{count} usuários</translation>
        </message>
        <message>
            <source>run {number}</source>
            <translation>execução {number}</translation>
        </message>
        <message>
            <source>No recording of a host lies beside this run. Import what dstat, dool, sar, vmstat or iostat wrote on the database host meanwhile, and assign it to this option.</source>
            <translation>Não há gravação de um host junto a esta execução. Importe o que dstat, dool, sar, vmstat ou iostat gravou no host do banco de dados nesse período e atribua-o a esta opção.</translation>
        </message>
        <message>
            <source>Its clock is taken to be {minutes} min off: see Evidence.</source>
            <translation>Supõe-se que seu relógio esteja {minutes} min deslocado: ver Evidências.</translation>
        </message>
        <message>
            <source>Reading what the host was doing…</source>
            <translation>Lendo o que o host fazia…</translation>
        </message>
    </context>
    <context>
        <name>HostPlot</name>
        <message>
            <source>idle ≤ 5 %, exhausted</source>
            <translation>livre ≤ 5 %, esgotado</translation>
        </message>
        <message>
            <source>Counts: {seconds} s; drag the ends</source>
            <translation>Conta: {seconds} s; arraste as pontas</translation>
        </message>
        <message>
            <source>Go along the recording</source>
            <translation>Percorrer a gravação</translation>
        </message>
    </context>
    <context>
        <name>HostWords</name>
        <message>
            <source>busy</source>
            <translation>ocupado</translation>
        </message>
        <message>
            <source>I/O wait</source>
            <translation>espera de E/S</translation>
        </message>
        <message>
            <source>taken by other machines</source>
            <translation>tomado por outras máquinas</translation>
        </message>
        <message>
            <source>read</source>
            <translation>lido</translation>
        </message>
        <message>
            <source>written</source>
            <translation>gravado</translation>
        </message>
        <message>
            <source>received</source>
            <translation>recebido</translation>
        </message>
        <message>
            <source>sent</source>
            <translation>enviado</translation>
        </message>
        <message>
            <source>memory in use</source>
            <translation>memória em uso</translation>
        </message>
        <message>
            <source>swap in use</source>
            <translation>swap em uso</translation>
        </message>
        <message>
            <source>paged in</source>
            <translation>paginação de entrada</translation>
        </message>
        <message>
            <source>paged out</source>
            <translation>paginação de saída</translation>
        </message>
        <message>
            <source>Processors</source>
            <translation>Processadores</translation>
        </message>
        <message>
            <source>Disks</source>
            <translation>Discos</translation>
        </message>
        <message>
            <source>Network</source>
            <translation>Rede</translation>
        </message>
        <message>
            <source>Memory</source>
            <translation>Memória</translation>
        </message>
        <message>
            <source>Paging</source>
            <translation>Paginação</translation>
        </message>
    </context>
    <context>
        <name>IoCharts</name>
        <message>
            <source>IOPS against outstanding small I/Os</source>
            <translation>IOPS e E/S pequenas pendentes</translation>
        </message>
        <message>
            <source>Latency against outstanding small I/Os</source>
            <translation>Latência e E/S pequenas pendentes</translation>
        </message>
        <message>
            <source>Throughput against outstanding large I/Os</source>
            <translation>Vazão e E/S grandes pendentes</translation>
        </message>
        <message>
            <source>Outstanding small I/Os</source>
            <translation>E/S pequenas pendentes</translation>
        </message>
        <message>
            <source>Outstanding large I/Os</source>
            <translation>E/S grandes pendentes</translation>
        </message>
        <message>
            <source>Latency, ms</source>
            <translation>Latência, ms</translation>
        </message>
        <message>
            <source>Large I/Os beside the small</source>
            <translation>E/S grandes junto às pequenas</translation>
        </message>
        <message>
            <source>Small I/Os beside the large</source>
            <translation>E/S pequenas junto às grandes</translation>
        </message>
        <message>
            <source>Latency against I/O rate</source>
            <translation>Latência e taxa de E/S</translation>
        </message>
        <message>
            <source>Small I/Os per second</source>
            <translation>E/S pequenas por segundo</translation>
        </message>
        <message>
            <source>{option} {rate} tx/s ({tool})</source>
            <translation>{option} {rate} tx/s ({tool})</translation>
        </message>
        <message>
            <source>Derived, at most: {bounds}. What {each} I/Os a transaction would allow.</source>
            <translation>Derivado, no máximo: {bounds}. O que {each} E/S por transação permitiriam.</translation>
        </message>
    </context>
    <context>
        <name>LastChangesReader</name>
        <message>
            <source>Last changed {when}</source>
            <translation>Última alteração: {when}</translation>
        </message>
        <message>
            <source>Last changed by {who}, {when}</source>
            <translation>Última alteração por {who}, {when}</translation>
        </message>
    </context>
    <context>
        <name>LeadChart</name>
        <message>
            <source>Lead: {bars}</source>
            <translation>Vantagem: {bars}</translation>
        </message>
        <message>
            <source>{option} leads</source>
            <translation>{option} lidera</translation>
        </message>
        <message>
            <source>rival leads</source>
            <translation>rival lidera</translation>
        </message>
        <message>
            <source>{what}, {low} to {high}: lead {ends} points</source>
            <translation>{what}, {low} a {high}: vantagem de {ends} pontos</translation>
        </message>
        <message>
            <source>another option leads at {flip}</source>
            <translation>outra opção lidera a partir de {flip}</translation>
        </message>
        <message>
            <source>A lead needs two options that pass, and best value as the rule</source>
            <translation>Uma vantagem precisa de duas opções aprovadas e da regra de melhor valor</translation>
        </message>
        <message>
            <source>none is shown to pass</source>
            <translation>nenhuma atende comprovadamente</translation>
        </message>
    </context>
    <context>
        <name>Leaving</name>
        <message>
            <source>“{what}” is not finished.</source>
            <translation>“{what}” ainda não terminou.</translation>
        </message>
        <message>
            <source>“{what}” is not finished: {done} of {all}.</source>
            <translation>“{what}” ainda não terminou: {done} de {all}.</translation>
        </message>
        <message>
            <source>If it is stopped, files that were read are kept, and the study says what is missing when it is opened again. A document that is being written is not kept.</source>
            <translation>Se for interrompido, os arquivos já lidos ficam no estudo, e ao abri-lo de novo ele informa o que falta. Um documento que está sendo gravado não é mantido.</translation>
        </message>
        <message>
            <source>Keep working</source>
            <translation>Continuar</translation>
        </message>
        <message>
            <source>Stop and close</source>
            <translation>Interromper e fechar</translation>
        </message>
        <message>
            <source>Files of {names} may be missing.</source>
            <translation>Podem faltar arquivos de {names}.</translation>
        </message>
        <message>
            <source>1 file of {names} was not read.</source>
            <translation>1 arquivo de {names} não foi lido.</translation>
        </message>
        <message>
            <source>{count} files of {names} were not read.</source>
            <translation>{count} arquivos de {names} não foram lidos.</translation>
        </message>
        <message>
            <source>The last import was not finished.</source>
            <translation>A última importação não foi concluída.</translation>
        </message>
        <message>
            <source>Import them</source>
            <translation>Importar</translation>
        </message>
        <message>
            <source>Leave them out</source>
            <translation>Deixar de fora</translation>
        </message>
        <message>
            <source>Save a copy…</source>
            <translation>Salvar uma cópia…</translation>
        </message>
    </context>
    <context>
        <name>Legend</name>
        <message>
            <source>interpolation, 95 % band</source>
            <translation>interpolação, faixa de 95 %</translation>
        </message>
        <message>
            <source>mean of runs, 95 %</source>
            <translation>média das execuções, 95 %</translation>
        </message>
        <message>
            <source>does not count</source>
            <translation>não conta</translation>
        </message>
    </context>
    <context>
        <name>LimitDialog</name>
        <message>
            <source>Files up to this size are kept whole inside the study, so that it can be checked anywhere. Of larger ones it keeps what was read, the path and the hash. Files that were imported before stay as they are.</source>
            <translation>Arquivos até este tamanho são guardados inteiros dentro do estudo, para que ele possa ser conferido em qualquer lugar. Dos maiores guardam-se o que foi lido, o caminho e o hash. Arquivos importados antes ficam como estão.</translation>
        </message>
        <message>
            <source>Keep this size</source>
            <translation>Usar este tamanho</translation>
        </message>
        <message>
            <source>Largest file kept in the study</source>
            <translation>Maior arquivo guardado no estudo</translation>
        </message>
    </context>
    <context>
        <name>Limits</name>
        <message>
            <source>Contradiction</source>
            <translation>Contradição</translation>
        </message>
        <message>
            <source>Memory</source>
            <translation>Memória</translation>
        </message>
        <message>
            <source>Shared CPU</source>
            <translation>CPU compartilhada</translation>
        </message>
        <message>
            <source>Host CPU</source>
            <translation>CPU do host</translation>
        </message>
        <message>
            <source>Host CPU, nearly</source>
            <translation>CPU do host, quase</translation>
        </message>
        <message>
            <source>One CPU</source>
            <translation>Uma CPU</translation>
        </message>
        <message>
            <source>Client</source>
            <translation>Cliente</translation>
        </message>
        <message>
            <source>Path</source>
            <translation>Caminho</translation>
        </message>
        <message>
            <source>Storage</source>
            <translation>Armazenamento</translation>
        </message>
        <message>
            <source>Contention</source>
            <translation>Contenção</translation>
        </message>
        <message>
            <source>Nothing yet</source>
            <translation>Nada ainda</translation>
        </message>
        <message>
            <source>Not known</source>
            <translation>Desconhecido</translation>
        </message>
    </context>
    <context>
        <name>LoadCharts</name>
        <message>
            <source>Response time against load</source>
            <translation>Tempo de resposta e carga</translation>
        </message>
        <message>
            <source>Throughput against users</source>
            <translation>Vazão e usuários</translation>
        </message>
        <message>
            <source>Users</source>
            <translation>Usuários</translation>
        </message>
        <message>
            <source>Transactions per second</source>
            <translation>Transações por segundo</translation>
        </message>
        <message>
            <source>Response time, ms ({statistic})</source>
            <translation>Tempo de resposta, ms ({statistic})</translation>
        </message>
        <message>
            <source>Show the host beside the point that was read out</source>
            <translation>Mostrar o host do ponto lido</translation>
        </message>
    </context>
    <context>
        <name>LoadCurves</name>
        <message>
            <source>Demand {rate}</source>
            <translation>Demanda {rate}</translation>
        </message>
        <message>
            <source>{option}, {users} users: {rate} tx/s, {ms} ms ({runs} runs)</source>
            <translation>{option}, {users} usuários: {rate} tx/s, {ms} ms ({runs} execuções)</translation>
        </message>
        <message>
            <source>; not comparable as storage</source>
            <translation>; não comparável como armazenamento</translation>
        </message>
        <message>
            <source>; past the highest rate, does not count</source>
            <translation>; além da maior taxa, não conta</translation>
        </message>
        <message>
            <source>{option}, {count} outstanding: {value} {unit}</source>
            <translation>{option}, {count} pendentes: {value} {unit}</translation>
        </message>
        <message>
            <source>Target {target} ms, {statistic}</source>
            <translation>Meta {target} ms, {statistic}</translation>
        </message>
        <message>
            <source>{option}, {count} outstanding: {iops} IOPS, {ms} ms</source>
            <translation>{option}, {count} pendentes: {iops} IOPS, {ms} ms</translation>
        </message>
        <message>
            <source> (derived: outstanding over rate)</source>
            <translation> (derivado: pendentes sobre taxa)</translation>
        </message>
    </context>
    <context>
        <name>MainWindow</name>
        <message>
            <source>Opening {name}…</source>
            <translation>Abrindo {name}…</translation>
        </message>
        <message>
            <source>Studies stay on this machine</source>
            <translation>Os estudos ficam nesta máquina</translation>
        </message>
        <message>
            <source>Open a copy</source>
            <translation>Abrir uma cópia</translation>
        </message>
        <message>
            <source>Copied to {path}</source>
            <translation>Copiado para {path}</translation>
        </message>
        <message>
            <source>{name} is open in this window already.</source>
            <translation>{name} já está aberto nesta janela.</translation>
        </message>
        <message>
            <source>Show that window</source>
            <translation>Mostrar essa janela</translation>
        </message>
        <message>
            <source>{name} is a backup of it.</source>
            <translation>{name} é um backup dele.</translation>
        </message>
        <message>
            <source>Open a copy of the backup</source>
            <translation>Abrir uma cópia do backup</translation>
        </message>
    </context>
    <context>
        <name>MapLegend</name>
        <message>
            <source>undetermined: a test could change it</source>
            <translation>indeterminado: um teste poderia mudar</translation>
        </message>
        <message>
            <source>none passes</source>
            <translation>nenhuma atende</translation>
        </message>
        <message>
            <source>Hatched: undetermined. Grey: none passes.</source>
            <translation>Hachurado: indeterminado. Cinza: nenhuma atende.</translation>
        </message>
        <message>
            <source>Hatched: an option that a further test could let pass would win here.
Grey: no option is shown to pass.</source>
            <translation>Hachurado: venceria aqui uma opção que um novo teste poderia fazer passar.
Cinza: nenhuma opção comprovadamente atende.</translation>
        </message>
        <message>
            <source>undetermined</source>
            <translation>indeterminado</translation>
        </message>
    </context>
    <context>
        <name>MappingDialog</name>
        <message>
            <source>What do the columns hold?</source>
            <translation>O que contêm as colunas?</translation>
        </message>
        <message>
            <source>The headings of {file} do not say which column holds what. A description and a unit price, or an extended price, are needed; the rest may stay open. It is remembered for sheets with the same headings.</source>
            <translation>Os títulos de {file} não dizem o que cada coluna contém. São necessários uma descrição e um preço unitário, ou um preço estendido; o resto pode ficar em aberto. Isto é lembrado para planilhas com os mesmos títulos.</translation>
        </message>
        <message>
            <source>Column {heading} holds</source>
            <translation>A coluna {heading} contém</translation>
        </message>
        <message>
            <source>left out</source>
            <translation>omitido</translation>
        </message>
        <message>
            <source>description</source>
            <translation>descrição</translation>
        </message>
        <message>
            <source>part number</source>
            <translation>código da peça</translation>
        </message>
        <message>
            <source>source</source>
            <translation>fonte</translation>
        </message>
        <message>
            <source>category</source>
            <translation>categoria</translation>
        </message>
        <message>
            <source>unit price</source>
            <translation>preço unitário</translation>
        </message>
        <message>
            <source>quantity</source>
            <translation>quantidade</translation>
        </message>
        <message>
            <source>extended price</source>
            <translation>preço estendido</translation>
        </message>
        <message>
            <source>discount, %</source>
            <translation>desconto, %</translation>
        </message>
        <message>
            <source>maintenance, 36 months</source>
            <translation>manutenção, 36 meses</translation>
        </message>
        <message>
            <source>maintenance a month</source>
            <translation>manutenção por mês</translation>
        </message>
        <message>
            <source>warranty, months</source>
            <translation>garantia, meses</translation>
        </message>
        <message>
            <source>discount on maintenance, %</source>
            <translation>desconto na manutenção, %</translation>
        </message>
        <message>
            <source>currency</source>
            <translation>moeda</translation>
        </message>
        <message>
            <source>licence model</source>
            <translation>modelo de licença</translation>
        </message>
        <message>
            <source>support level</source>
            <translation>nível de suporte</translation>
        </message>
        <message>
            <source>spares, yes or no</source>
            <translation>sobressalentes, sim ou não</translation>
        </message>
        <message>
            <source>server, yes or no</source>
            <translation>servidor, sim ou não</translation>
        </message>
        <message>
            <source>note</source>
            <translation>observação</translation>
        </message>
        <message>
            <source>{file} contradicts itself. Choose which price counts.</source>
            <translation>{file} se contradiz. Escolha qual preço vale.</translation>
        </message>
        <message>
            <source>maintenance a year</source>
            <translation>manutenção por ano</translation>
        </message>
        <message>
            <source>price a month</source>
            <translation>preço por mês</translation>
        </message>
        <message>
            <source>price a year</source>
            <translation>preço por ano</translation>
        </message>
        <message>
            <source>Which price counts</source>
            <translation>Qual preço vale</translation>
        </message>
        <message>
            <source>Choose which price counts</source>
            <translation>Escolher qual preço vale</translation>
        </message>
        <message>
            <source>unit price × quantity</source>
            <translation>preço unitário × quantidade</translation>
        </message>
        <message>
            <source>the printed extended price</source>
            <translation>o preço estendido impresso</translation>
        </message>
        <message>
            <source>price for the period in its heading</source>
            <translation>preço pelo período do cabeçalho</translation>
        </message>
        <message>
            <source>{file}: the headings {columns} do not say what money stands below them, or for how long. Choose what they hold, or leave them out. It is remembered for sheets with the same headings.</source>
            <translation>{file}: os cabeçalhos {columns} não dizem que valores estão abaixo deles ou para quanto tempo. Escolha o que contêm ou deixe-os de fora. Isso é lembrado para planilhas com os mesmos cabeçalhos.</translation>
        </message>
        <message>
            <source>Choose what it holds</source>
            <translation>Escolha o que contém</translation>
        </message>
    </context>
    <context>
        <name>Menus</name>
        <message>
            <source>&amp;File</source>
            <translation>&amp;Arquivo</translation>
        </message>
        <message>
            <source>&amp;Edit</source>
            <translation>&amp;Editar</translation>
        </message>
        <message>
            <source>Vie&amp;w</source>
            <translation>E&amp;xibir</translation>
        </message>
        <message>
            <source>Evi&amp;dence</source>
            <translation>E&amp;vidências</translation>
        </message>
        <message>
            <source>&amp;Help</source>
            <translation>Aj&amp;uda</translation>
        </message>
        <message>
            <source>&amp;New study…</source>
            <translation>&amp;Novo estudo…</translation>
        </message>
        <message>
            <source>&amp;Open study…</source>
            <translation>&amp;Abrir estudo…</translation>
        </message>
        <message>
            <source>Save a &amp;copy…</source>
            <translation>Salvar uma &amp;cópia…</translation>
        </message>
        <message>
            <source>Export &amp;PDF…</source>
            <translation>Exportar &amp;PDF…</translation>
        </message>
        <message>
            <source>Export &amp;workbook…</source>
            <translation>Exportar pasta de &amp;trabalho…</translation>
        </message>
        <message>
            <source>C&amp;lose study</source>
            <translation>&amp;Fechar estudo</translation>
        </message>
        <message>
            <source>&amp;Quit</source>
            <translation>&amp;Sair</translation>
        </message>
        <message>
            <source>&amp;Copy</source>
            <translation>&amp;Copiar</translation>
        </message>
        <message>
            <source>&amp;Paste</source>
            <translation>C&amp;olar</translation>
        </message>
        <message>
            <source>Follow the system</source>
            <translation>Seguir o sistema</translation>
        </message>
        <message>
            <source>Light</source>
            <translation>Claro</translation>
        </message>
        <message>
            <source>Dark</source>
            <translation>Escuro</translation>
        </message>
        <message>
            <source>&amp;Trace of the answer</source>
            <translation>&amp;Origem da resposta</translation>
        </message>
        <message>
            <source>&amp;Present</source>
            <translation>&amp;Apresentar</translation>
        </message>
        <message>
            <source>T&amp;heme</source>
            <translation>&amp;Tema</translation>
        </message>
        <message>
            <source>&amp;Language</source>
            <translation>&amp;Idioma</translation>
        </message>
        <message>
            <source>Open &amp;files…</source>
            <translation>Abrir &amp;arquivos…</translation>
        </message>
        <message>
            <source>Open a f&amp;older…</source>
            <translation>Abrir uma &amp;pasta…</translation>
        </message>
        <message>
            <source>&amp;Paste from the clipboard</source>
            <translation>&amp;Colar da área de transferência</translation>
        </message>
        <message>
            <source>&amp;Keep whole files in the study</source>
            <translation>&amp;Guardar arquivos inteiros no estudo</translation>
        </message>
        <message>
            <source>Open the &amp;log folder</source>
            <translation>Abrir a pasta do &amp;log</translation>
        </message>
        <message>
            <source>&amp;About Arraywise</source>
            <translation>&amp;Sobre o Arraywise</translation>
        </message>
        <message>
            <source>&amp;Largest file kept in the study…</source>
            <translation>&amp;Maior arquivo guardado no estudo…</translation>
        </message>
        <message>
            <source>Opt&amp;ions…</source>
            <translation>&amp;Opções…</translation>
        </message>
        <message>
            <source>Open &amp;recent</source>
            <translation>Abrir &amp;recentes</translation>
        </message>
        <message>
            <source>&amp;Command palette</source>
            <translation>Paleta de &amp;comandos</translation>
        </message>
        <message>
            <source>&amp;Keys and formulas</source>
            <translation>&amp;Teclas e fórmulas</translation>
        </message>
        <message>
            <source>&amp;Thresholds of the audit…</source>
            <translation>&amp;Limiares da auditoria…</translation>
        </message>
    </context>
    <context>
        <name>Opener</name>
        <message>
            <source>Building the sample study</source>
            <translation>Montando o estudo de exemplo</translation>
        </message>
    </context>
    <context>
        <name>OptionTabs</name>
        <message>
            <source>Edit options…</source>
            <translation>Editar opções…</translation>
        </message>
    </context>
    <context>
        <name>OptionsDialog</name>
        <message>
            <source>Add option</source>
            <translation>Adicionar opção</translation>
        </message>
        <message>
            <source>An option is one configuration that could be bought. Double-click a cell to change it; colours and markers follow the order.</source>
            <translation>Uma opção é uma configuração que poderia ser comprada. Clique duas vezes em uma célula para alterá-la; cores e marcadores seguem a ordem.</translation>
        </message>
        <message>
            <source>Architecture</source>
            <translation>Arquitetura</translation>
        </message>
        <message>
            <source>Choose one of the architectures of the list; {text} is none.</source>
            <translation>Escolha uma das arquiteturas da lista; {text} não está nela.</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>Fechar</translation>
        </message>
        <message>
            <source>Files</source>
            <translation>Arquivos</translation>
        </message>
        <message>
            <source>Move down</source>
            <translation>Mover para baixo</translation>
        </message>
        <message>
            <source>Move up</source>
            <translation>Mover para cima</translation>
        </message>
        <message>
            <source>New option</source>
            <translation>Nova opção</translation>
        </message>
        <message>
            <source>No</source>
            <translation>Não</translation>
        </message>
        <message>
            <source>Nothing belongs to it.</source>
            <translation>Nada pertence a ela.</translation>
        </message>
        <message>
            <source>Option</source>
            <translation>Opção</translation>
        </message>
        <message>
            <source>Options</source>
            <translation>Opções</translation>
        </message>
        <message>
            <source>Price lines</source>
            <translation>Linhas de preço</translation>
        </message>
        <message>
            <source>Provisioning times</source>
            <translation>Tempos de provisionamento</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation>Remover</translation>
        </message>
        <message>
            <source>Remove {option}?</source>
            <translation>Remover {option}?</translation>
        </message>
        <message>
            <source>Remove…</source>
            <translation>Remover…</translation>
        </message>
        <message>
            <source>Shared storage</source>
            <translation>Armaz. compartilhado</translation>
        </message>
        <message>
            <source>Times</source>
            <translation>Tempos</translation>
        </message>
        <message>
            <source>Whether several hosts can use it at once; a cluster needs that</source>
            <translation>Se vários hosts podem usá-lo ao mesmo tempo; um cluster precisa disso</translation>
        </message>
        <message>
            <source>Yes</source>
            <translation>Sim</translation>
        </message>
        <message>
            <source>{count} files stay, without an option</source>
            <translation>{count} arquivos ficam, sem opção</translation>
        </message>
        <message>
            <source>{count} price lines go</source>
            <translation>{count} linhas de preço saem</translation>
        </message>
        <message>
            <source>{count} provisioning times go</source>
            <translation>{count} tempos de provisionamento saem</translation>
        </message>
        <message>
            <source>1 price line goes</source>
            <translation>1 linha de preço sai</translation>
        </message>
        <message>
            <source>1 provisioning time goes</source>
            <translation>1 tempo de provisionamento sai</translation>
        </message>
        <message>
            <source>1 file stays, without an option</source>
            <translation>1 arquivo fica, sem opção</translation>
        </message>
        <message>
            <source>Serves files</source>
            <translation>Serve arquivos</translation>
        </message>
        <message>
            <source>Whether it serves files to hosts: NFS, SMB</source>
            <translation>Se serve arquivos aos hosts: NFS, SMB</translation>
        </message>
        <message>
            <source>Restored in</source>
            <translation>Restaura em</translation>
        </message>
        <message>
            <source>h</source>
            <translation>h</translation>
        </message>
        <message>
            <source>Longest time that restoring the service takes</source>
            <translation>Maior tempo para restaurar o serviço</translation>
        </message>
        <message>
            <source>Not known</source>
            <translation>Não se sabe</translation>
        </message>
        <message>
            <source>A number of hours, or nothing where it is not known.</source>
            <translation>Um número de horas, ou nada quando não se sabe.</translation>
        </message>
        <message>
            <source>Choose one of {answers}; {text} is none.</source>
            <translation>Escolha entre {answers}; {text} não é um deles.</translation>
        </message>
    </context>
    <context>
        <name>OptionsShown</name>
        <message>
            <source>Options shown</source>
            <translation>Opções mostradas</translation>
        </message>
        <message>
            <source>Levels</source>
            <translation>Níveis</translation>
        </message>
        <message>
            <source>Runs</source>
            <translation>Execuções</translation>
        </message>
        <message>
            <source>Shape of the throughput</source>
            <translation>Forma da vazão</translation>
        </message>
        <message>
            <source>by the scalability law</source>
            <translation>segundo a lei de escalabilidade</translation>
        </message>
        <message>
            <source>{option}: α {alpha} [{alpha_low} … {alpha_high}], β {beta} [{beta_low} … {beta_high}], γ {gamma} tx/s; {levels} levels</source>
            <translation>{option}: α {alpha} [{alpha_low} … {alpha_high}], β {beta} [{beta_low} … {beta_high}], γ {gamma} tx/s; {levels} níveis</translation>
        </message>
        <message>
            <source>Pair by pair</source>
            <translation>Par a par</translation>
        </message>
        <message>
            <source>at the same number of users</source>
            <translation>com o mesmo número de usuários</translation>
        </message>
        <message>
            <source>Error
± %</source>
            <translation>Erro
± %</translation>
        </message>
        <message>
            <source>Highest
tx/s</source>
            <translation>Máxima
tx/s</translation>
        </message>
        <message>
            <source>Limited by</source>
            <translation>Limitada por</translation>
        </message>
        <message>
            <source>Test next: {option} at {users} users, {runs} runs.</source>
            <translation>Próximo teste: {option} com {users} usuários, {runs} execuções.</translation>
        </message>
        <message>
            <source>Its interval would then be {after} ms wide.</source>
            <translation>Seu intervalo teria então {after} ms de largura.</translation>
        </message>
        <message>
            <source>The interval would narrow from {before} ms to {after} ms.</source>
            <translation>O intervalo se estreitaria de {before} ms para {after} ms.</translation>
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
            <translation>Ponha os passos em ordem, o mais importante em cima. Quando só a ordem é conhecida, estes são os pesos no centro de todos os que concordam com ela.</translation>
        </message>
        <message>
            <source>Order of the criteria</source>
            <translation>Ordem dos critérios</translation>
        </message>
        <message>
            <source>Up</source>
            <translation>Para cima</translation>
        </message>
        <message>
            <source>Down</source>
            <translation>Para baixo</translation>
        </message>
        <message>
            <source>Use these weights</source>
            <translation>Usar estes pesos</translation>
        </message>
    </context>
    <context>
        <name>Overview</name>
        <message>
            <source>95 %: {low} to {high} ms</source>
            <translation>95 %: {low} a {high} ms</translation>
        </message>
        <message>
            <source>More was not demonstrated</source>
            <translation>Mais não foi demonstrado</translation>
        </message>
        <message>
            <source>The host's processors were exhausted at some levels</source>
            <translation>Os processadores do host ficaram esgotados em alguns níveis</translation>
        </message>
        <message>
            <source>Rank among the options that pass</source>
            <translation>Posição entre as opções que atendem</translation>
        </message>
        <message>
            <source>Option</source>
            <translation>Opção</translation>
        </message>
        <message>
            <source>Verdict</source>
            <translation>Veredito</translation>
        </message>
        <message>
            <source>Response time</source>
            <translation>Tempo de resposta</translation>
        </message>
        <message>
            <source>At the demand, by the statistic of the requirement</source>
            <translation>Na demanda, pela estatística do requisito</translation>
        </message>
        <message>
            <source>95 % interval</source>
            <translation>Intervalo de 95 %</translation>
        </message>
        <message>
            <source>and target</source>
            <translation>e meta</translation>
        </message>
        <message>
            <source>Of the response time; the dashed line is the target</source>
            <translation>Do tempo de resposta; a linha tracejada é a meta</translation>
        </message>
        <message>
            <source>Capacity</source>
            <translation>Capacidade</translation>
        </message>
        <message>
            <source>M visits</source>
            <translation>mi de visitas</translation>
        </message>
        <message>
            <source>Highest load a month that still meets the target</source>
            <translation>Maior carga mensal que ainda cumpre a meta</translation>
        </message>
        <message>
            <source>Headroom</source>
            <translation>Folga</translation>
        </message>
        <message>
            <source>Capacity over demand, less 1</source>
            <translation>Capacidade sobre demanda, menos 1</translation>
        </message>
        <message>
            <source>Purchase, licences and maintenance for 36 months</source>
            <translation>Compra, licenças e manutenção por 36 meses</translation>
        </message>
        <message>
            <source>Price per tpm</source>
            <translation>Preço por tpm</translation>
        </message>
        <message>
            <source>36-month price over transactions a minute at capacity</source>
            <translation>Preço em 36 meses sobre transações por minuto na capacidade</translation>
        </message>
        <message>
            <source>Per M visits</source>
            <translation>Por mi de visitas</translation>
        </message>
        <message>
            <source>36-month price over a million visits served</source>
            <translation>Preço em 36 meses por milhão de visitas atendidas</translation>
        </message>
        <message>
            <source>Provi­sioning</source>
            <translation>Provisiona­mento</translation>
        </message>
        <message>
            <source>Mean time to provide storage</source>
            <translation>Tempo médio para fornecer armazenamento</translation>
        </message>
        <message>
            <source>Ease factor</source>
            <translation>Fator de facilidade</translation>
        </message>
        <message>
            <source>Provisioning time over the quickest option's</source>
            <translation>Tempo de provisionamento sobre o da opção mais rápida</translation>
        </message>
        <message>
            <source>Peak CPU</source>
            <translation>Pico de CPU</translation>
        </message>
        <message>
            <source>Median use of the host's processors at the highest level</source>
            <translation>Uso mediano dos processadores do host no nível mais alto</translation>
        </message>
        <message>
            <source>Evidence</source>
            <translation>Evidên­cias</translation>
        </message>
        <message>
            <source>grade</source>
            <translation>nota</translation>
        </message>
        <message>
            <source>A is best: repetitions, comparable levels around the demand</source>
            <translation>A é a melhor: repetições, níveis comparáveis em torno da demanda</translation>
        </message>
        <message>
            <source>{price} up to three digits, as TPC-C prints it</source>
            <translation>{price} arredondado para cima a três dígitos, como na TPC-C</translation>
        </message>
        <message>
            <source>At this use of a transaction they carry {rate} tx/s at most</source>
            <translation>Com esse uso por transação, suportam no máximo {rate} tx/s</translation>
        </message>
        <message>
            <source>At most this much: more transactions were not demonstrated</source>
            <translation>No máximo isto: mais transações não foram demonstradas</translation>
        </message>
        <message>
            <source>{rate} tx/s are shown with 95 % confidence</source>
            <translation>{rate} tx/s demonstrados com 95 % de confiança</translation>
        </message>
        <message>
            <source>{percent} % are shown with 95 % confidence</source>
            <translation>{percent} % demonstrados com 95 % de confiança</translation>
        </message>
    </context>
    <context>
        <name>OverviewPage</name>
        <message>
            <source>Overview</source>
            <translation>Visão geral</translation>
        </message>
        <message>
            <source>Options</source>
            <translation>Opções</translation>
        </message>
        <message>
            <source>Copy</source>
            <translation>Copiar</translation>
        </message>
        <message>
            <source>Columns</source>
            <translation>Colunas</translation>
        </message>
        <message>
            <source>No options yet</source>
            <translation>Ainda sem opções</translation>
        </message>
        <message>
            <source>Drop result files of the lab anywhere on this window. Each configuration becomes an option; the comparison appears here as soon as one is measured.</source>
            <translation>Solte arquivos de resultados do laboratório em qualquer lugar desta janela. Cada configuração vira uma opção; a comparação aparece aqui assim que uma for medida.</translation>
        </message>
        <message>
            <source>1 option</source>
            <translation>1 opção</translation>
        </message>
        <message>
            <source>{count} options</source>
            <translation>{count} opções</translation>
        </message>
        <message>
            <source>1 run</source>
            <translation>1 execução</translation>
        </message>
        <message>
            <source>{count} runs</source>
            <translation>{count} execuções</translation>
        </message>
        <message>
            <source>1 passes the screen</source>
            <translation>1 passa na triagem</translation>
        </message>
        <message>
            <source>{count} pass the screen</source>
            <translation>{count} passam na triagem</translation>
        </message>
    </context>
    <context>
        <name>Page</name>
        <message>
            <source>Go to Evidence</source>
            <translation>Ir para Evidências</translation>
        </message>
        <message>
            <source>1 file is read, but belongs to no option yet.</source>
            <translation>1 arquivo foi lido, mas ainda não pertence a nenhuma opção.</translation>
        </message>
        <message>
            <source>{count} files are read, but belong to no option yet.</source>
            <translation>{count} arquivos foram lidos, mas ainda não pertencem a nenhuma opção.</translation>
        </message>
        <message>
            <source>Nothing was pasted: this page takes none.</source>
            <translation>Nada foi colado: esta página não recebe dados.</translation>
        </message>
    </context>
    <context>
        <name>PairsTab</name>
        <message>
            <source>How many times as much does the one step matter as the other? The judgements should agree with each other: a consistency ratio above 0.10 is doubtful.</source>
            <translation>Quantas vezes um passo importa mais que o outro? Os julgamentos devem concordar entre si: uma razão de consistência acima de 0,10 é duvidosa.</translation>
        </message>
        <message>
            <source>{one} against {other}</source>
            <translation>{one} contra {other}</translation>
        </message>
        <message>
            <source>λ {eigenvalue}, CI {index}, CR {ratio}</source>
            <translation>λ {eigenvalue}, CI {index}, CR {ratio}</translation>
        </message>
        <message>
            <source>: the judgements contradict each other</source>
            <translation>: os julgamentos se contradizem</translation>
        </message>
        <message>
            <source>Use these weights</source>
            <translation>Usar estes pesos</translation>
        </message>
        <message>
            <source>: no step is judged to matter more than another</source>
            <translation>: nenhum passo foi julgado mais importante que outro</translation>
        </message>
    </context>
    <context>
        <name>Palette</name>
        <message>
            <source>Command palette</source>
            <translation>Paleta de comandos</translation>
        </message>
        <message>
            <source>Command, page, option, file or figure</source>
            <translation>Comando, página, opção, arquivo ou valor</translation>
        </message>
        <message>
            <source>What was found</source>
            <translation>Encontrado</translation>
        </message>
        <message>
            <source>Nothing is called so</source>
            <translation>Nada tem esse nome</translation>
        </message>
        <message>
            <source>response time</source>
            <translation>tempo de resposta</translation>
        </message>
        <message>
            <source>capacity</source>
            <translation>capacidade</translation>
        </message>
        <message>
            <source>price</source>
            <translation>preço</translation>
        </message>
        <message>
            <source>provisioning time</source>
            <translation>tempo de provisionamento</translation>
        </message>
        <message>
            <source>Option</source>
            <translation>Opção</translation>
        </message>
        <message>
            <source>{option}: {figure}, where it comes from</source>
            <translation>{option}: {figure}, de onde vem</translation>
        </message>
        <message>
            <source>Figure</source>
            <translation>Valor</translation>
        </message>
        <message>
            <source>File</source>
            <translation>Arquivo</translation>
        </message>
    </context>
    <context>
        <name>PerformancePage</name>
        <message>
            <source>Performance</source>
            <translation>Desempenho</translation>
        </message>
        <message>
            <source>Load</source>
            <translation>Carga</translation>
        </message>
        <message>
            <source>I/O sweeps</source>
            <translation>Séries de E/S</translation>
        </message>
        <message>
            <source>Nothing measured yet</source>
            <translation>Ainda nada medido</translation>
        </message>
        <message>
            <source>Import result files of a load generator or an I/O tool and say which option they belong to. Response time and throughput against load appear here.</source>
            <translation>Importe arquivos de resultados de um gerador de carga ou de uma ferramenta de E/S e diga a que opção pertencem. Tempo de resposta e vazão em função da carga aparecem aqui.</translation>
        </message>
        <message>
            <source>Fit</source>
            <translation>Ajustar</translation>
        </message>
        <message>
            <source>Show all curves again; Ctrl and the wheel zoom, dragging pans</source>
            <translation>Mostrar de novo todas as curvas; Ctrl e a roda ampliam, arrastar desloca</translation>
        </message>
        <message>
            <source>I/O calibration</source>
            <translation>Calibração de E/S</translation>
        </message>
        <message>
            <source>Hosts</source>
            <translation>Hosts</translation>
        </message>
        <message>
            <source>1 run</source>
            <translation>1 execução</translation>
        </message>
        <message>
            <source>{count} runs</source>
            <translation>{count} execuções</translation>
        </message>
    </context>
    <context>
        <name>Plot</name>
        <message>
            <source>Nothing was measured for this chart</source>
            <translation>Nada foi medido para este gráfico</translation>
        </message>
        <message>
            <source>Enter</source>
            <translation>Enter</translation>
        </message>
    </context>
    <context>
        <name>Presentation</name>
        <message>
            <source>Target response time</source>
            <translation>Meta de tempo de resposta</translation>
        </message>
        <message>
            <source>Visits per month</source>
            <translation>Visitas por mês</translation>
        </message>
        <message>
            <source>{visits} million</source>
            <translation>{visits} milhões</translation>
        </message>
        <message>
            <source>Target response time, {statistic}</source>
            <translation>Meta de tempo de resposta, {statistic}</translation>
        </message>
        <message>
            <source>Trial, not kept</source>
            <translation>Teste, não mantido</translation>
        </message>
        <message>
            <source>Keep</source>
            <translation>Manter</translation>
        </message>
        <message>
            <source>Put back</source>
            <translation>Restaurar</translation>
        </message>
        <message>
            <source>Keep the requirement that was tried?</source>
            <translation>Manter o requisito testado?</translation>
        </message>
        <message>
            <source>The study still holds the one from before.</source>
            <translation>O estudo ainda contém o anterior.</translation>
        </message>
    </context>
    <context>
        <name>PriceNotes</name>
        <message>
            <source>Storage-only prices: no server is in any of them.</source>
            <translation>Preços só do armazenamento: nenhum inclui servidor.</translation>
        </message>
        <message>
            <source>Storage-only prices, no server in them: {options}.</source>
            <translation>Preços só do armazenamento, sem servidor: {options}.</translation>
        </message>
        <message>
            <source>{option} leaves out: {lines}.</source>
            <translation>{option} omite: {lines}.</translation>
        </message>
        <message>
            <source>1 {of} = {rate} {into}, {date}, {source}</source>
            <translation>1 {of} = {rate} {into}, {date}, {source}</translation>
        </message>
        <message>
            <source>{option} would be level with {against} at {price} {currency}, {by} % on now.</source>
            <translation>{option} empataria com {against} a {price} {currency}, {by} % em relação a hoje.</translation>
        </message>
        <message>
            <source>{option} stays ahead of {against} up to {price} {currency}, {by} % on now.</source>
            <translation>{option} continua à frente de {against} até {price} {currency}, {by} % em relação a hoje.</translation>
        </message>
        <message>
            <source>{option} stays recommended up to the budget of {price} {currency}, {by} % on now.</source>
            <translation>{option} continua recomendada até o orçamento de {price} {currency}, {by} % sobre agora.</translation>
        </message>
    </context>
    <context>
        <name>PriceTotalLine</name>
        <message>
            <source>{option}, 36-month total</source>
            <translation>{option}, total em 36 meses</translation>
        </message>
        <message>
            <source>nothing priced yet</source>
            <translation>ainda sem preços</translation>
        </message>
        <message>
            <source>{option}, 36-month total, storage only</source>
            <translation>{option}, total em 36 meses, só armazenamento</translation>
        </message>
        <message>
            <source>at {rates}</source>
            <translation>a {rates}</translation>
        </message>
        <message>
            <source>no rate from {of} to {into}</source>
            <translation>sem câmbio de {of} para {into}</translation>
        </message>
        <message>
            <source>not known</source>
            <translation>não conhecido</translation>
        </message>
        <message>
            <source>Cells that cannot be read: {count}</source>
            <translation>Células que não puderam ser lidas: {count}</translation>
        </message>
        <message>
            <source>{option}, {price}</source>
            <translation>{option}, {price}</translation>
        </message>
        <message>
            <source>{option}, {price}, storage only</source>
            <translation>{option}, {price}, só armazenamento</translation>
        </message>
        <message>
            <source>undiscounted {amount}</source>
            <translation>sem desconto financeiro {amount}</translation>
        </message>
    </context>
    <context>
        <name>PriceValueChart</name>
        <message>
            <source>Price against value: {all}</source>
            <translation>Preço e valor: {all}</translation>
        </message>
        <message>
            <source>No option has a price yet</source>
            <translation>Nenhuma opção tem preço ainda</translation>
        </message>
        <message>
            <source>{price} per point</source>
            <translation>{price} por ponto</translation>
        </message>
        <message>
            <source>{option}, fails</source>
            <translation>{option}, não atende</translation>
        </message>
        <message>
            <source>Value of 100, apart from price</source>
            <translation>Valor de 100, sem o preço</translation>
        </message>
        <message>
            <source>{option}: {price} {currency}, {value} of 100 apart from price</source>
            <translation>{option}: {price} {currency}, {value} de 100 sem o preço</translation>
        </message>
        <message>
            <source>No option with a price has a value apart from it yet</source>
            <translation>Nenhuma opção com preço tem ainda um valor sem contar o preço</translation>
        </message>
    </context>
    <context>
        <name>Pricing</name>
        <message>
            <source>Not a number: “{text}”</source>
            <translation>Não é um número: “{text}”</translation>
        </message>
        <message>
            <source>A negative figure; use the discount for less</source>
            <translation>Um valor negativo; use o desconto para abater</translation>
        </message>
        <message>
            <source>A discount is at most 100 %</source>
            <translation>Um desconto é de no máximo 100 %</translation>
        </message>
        <message>
            <source>A warranty is a whole number of months</source>
            <translation>Uma garantia é um número inteiro de meses</translation>
        </message>
        <message>
            <source>Worked out from the line; cannot be typed</source>
            <translation>Calculado a partir da linha; não pode ser digitado</translation>
        </message>
        <message>
            <source>Extended</source>
            <translation>Estendido</translation>
        </message>
        <message>
            <source>Maint. 36 mo.</source>
            <translation>Manut. 36 m.</translation>
        </message>
        <message>
            <source>{currency}/month</source>
            <translation>{currency}/mês</translation>
        </message>
        <message>
            <source>Description</source>
            <translation>Descrição</translation>
        </message>
        <message>
            <source>Part number</source>
            <translation>Código da peça</translation>
        </message>
        <message>
            <source>Src.</source>
            <translation>Fonte</translation>
        </message>
        <message>
            <source>Category</source>
            <translation>Categoria</translation>
        </message>
        <message>
            <source>Unit price</source>
            <translation>Preço unitário</translation>
        </message>
        <message>
            <source>Qty</source>
            <translation>Qtd.</translation>
        </message>
        <message>
            <source>Discount</source>
            <translation>Desconto</translation>
        </message>
        <message>
            <source>Warranty</source>
            <translation>Garantia</translation>
        </message>
        <message>
            <source>months</source>
            <translation>meses</translation>
        </message>
        <message>
            <source>Maint.</source>
            <translation>Manut.</translation>
        </message>
        <message>
            <source>Maint. total</source>
            <translation>Manut. total</translation>
        </message>
        <message>
            <source>New line: type or paste here</source>
            <translation>Nova linha: digite ou cole aqui</translation>
        </message>
        <message>
            <source>in the quantity</source>
            <translation>dentro da quantidade</translation>
        </message>
        <message>
            <source>added on top</source>
            <translation>somados à quantidade</translation>
        </message>
        <message>
            <source>perpetual</source>
            <translation>perpétua</translation>
        </message>
        <message>
            <source>36-month term</source>
            <translation>prazo de 36 meses</translation>
        </message>
        <message>
            <source>subscription</source>
            <translation>assinatura</translation>
        </message>
        <message>
            <source>yes</source>
            <translation>sim</translation>
        </message>
        <message>
            <source>In place of maintenance on site: 10 % of the quantity, at least 2 (the TPC's rule)</source>
            <translation>No lugar da manutenção no local: 10 % da quantidade, no mínimo 2 (regra do TPC)</translation>
        </message>
        <message>
            <source>Priced only where the study prices servers</source>
            <translation>Só entra no preço quando o estudo inclui servidores</translation>
        </message>
        <message>
            <source>Paid once, such as installation</source>
            <translation>Pago uma vez, como a instalação</translation>
        </message>
        <message>
            <source>Where it is not that of the sheet</source>
            <translation>Quando não é a da planilha</translation>
        </message>
        <message>
            <source>Taken off the maintenance of this line</source>
            <translation>Abatido da manutenção desta linha</translation>
        </message>
        <message>
            <source>Maint. discount</source>
            <translation>Desc. manut.</translation>
        </message>
        <message>
            <source>Spares</source>
            <translation>Sobressalentes</translation>
        </message>
        <message>
            <source>Licence</source>
            <translation>Licença</translation>
        </message>
        <message>
            <source>Support level</source>
            <translation>Nível de suporte</translation>
        </message>
        <message>
            <source>Currency</source>
            <translation>Moeda</translation>
        </message>
        <message>
            <source>One-off</source>
            <translation>Única</translation>
        </message>
        <message>
            <source>Server</source>
            <translation>Servidor</translation>
        </message>
        <message>
            <source>+ {count} spares</source>
            <translation>+ {count} sobressalentes</translation>
        </message>
        <message>
            <source>No rate from {currency} to the currency of the sheet</source>
            <translation>Sem câmbio de {currency} para a moeda da planilha</translation>
        </message>
        <message>
            <source>no rate</source>
            <translation>sem câmbio</translation>
        </message>
        <message>
            <source>A server: this study does not price servers</source>
            <translation>Um servidor: este estudo não inclui servidores no preço</translation>
        </message>
        <message>
            <source>left out</source>
            <translation>omitido</translation>
        </message>
        <message>
            <source>No line has this; there are: {names}</source>
            <translation>Nenhuma linha tem isto; há: {names}</translation>
        </message>
        <message>
            <source>purchase and maintenance</source>
            <translation>compra e manutenção</translation>
        </message>
        <message>
            <source>purchase only</source>
            <translation>só compra</translation>
        </message>
        <message>
            <source>maintenance only</source>
            <translation>só manutenção</translation>
        </message>
        <message>
            <source>Off</source>
            <translation>Desc.</translation>
        </message>
        <message>
            <source>Taken off</source>
            <translation>Abatido</translation>
        </message>
        <message>
            <source>Only source</source>
            <translation>Só a fonte</translation>
        </message>
        <message>
            <source>Only category</source>
            <translation>Só a categoria</translation>
        </message>
        <message>
            <source>Off purchase</source>
            <translation>Desc. na compra</translation>
        </message>
        <message>
            <source>Off maint.</source>
            <translation>Desc. na manut.</translation>
        </message>
        <message>
            <source>New discount: type what it is called</source>
            <translation>Novo desconto: digite como se chama</translation>
        </message>
        <message>
            <source>A currency is a code of three letters such as USD</source>
            <translation>Uma moeda é um código de três letras, como BRL</translation>
        </message>
        <message>
            <source>Choose one of: {words}</source>
            <translation>Escolha uma destas: {words}</translation>
        </message>
        <message>
            <source>A cell of this line cannot be read</source>
            <translation>Uma célula desta linha não pode ser lida</translation>
        </message>
        <message>
            <source>Maint. NPV</source>
            <translation>Manut. VPL</translation>
        </message>
        <message>
            <source>Present value of the maintenance for 36 months: what is quoted as a whole counts in full, a monthly fee by the month at whose end it is paid</source>
            <translation>Valor presente da manutenção por 36 meses: o que é cotado como um todo conta por inteiro, uma mensalidade conforme o mês em cujo fim é paga</translation>
        </message>
        <message>
            <source>This line is in {own}, the amount in {other}: a line has one currency</source>
            <translation>Esta linha está em {own}, o valor em {other}: uma linha tem uma só moeda</translation>
        </message>
        <message>
            <source>“{text}” is no number here: the decimal mark is “{mark}”, and thousands are whole groups of three digits</source>
            <translation>“{text}” não é um número aqui: o separador decimal é “{mark}”, e milhares são grupos inteiros de três dígitos</translation>
        </message>
        <message>
            <source>Pasted by its headings, lines: {count}.</source>
            <translation>Colado pelos cabeçalhos, linhas: {count}.</translation>
        </message>
        <message>
            <source>Taken: {names}.</source>
            <translation>Aproveitado: {names}.</translation>
        </message>
        <message>
            <source>Left out: {names}.</source>
            <translation>Deixado de fora: {names}.</translation>
        </message>
        <message>
            <source>Ctrl+Shift+V pastes cells as they stand.</source>
            <translation>Ctrl+Shift+V cola as células como estão.</translation>
        </message>
        <message>
            <source>No lines, and left out: {names}.</source>
            <translation>Não são linhas e ficaram de fora: {names}.</translation>
        </message>
        <message>
            <source>The pasted figures have the other decimal mark, as in “{text}”; they were read so.</source>
            <translation>Os números colados têm o outro sinal decimal, como em “{text}”; foram lidos assim.</translation>
        </message>
        <message>
            <source>“{text}” was read with decimals, as it is written here; where it means thousands, type it without that mark.</source>
            <translation>“{text}” foi lido com decimais, como se escreve aqui; se são milhares, digite-o sem esse sinal.</translation>
        </message>
        <message>
            <source>{currency}/36 months</source>
            <translation>{currency}/36 meses</translation>
        </message>
    </context>
    <context>
        <name>PricingPage</name>
        <message>
            <source>Pricing</source>
            <translation>Preços</translation>
        </message>
        <message>
            <source>Options</source>
            <translation>Opções</translation>
        </message>
        <message>
            <source>Lines of the price sheet</source>
            <translation>Linhas da planilha de preços</translation>
        </message>
        <message>
            <source>Read a sheet</source>
            <translation>Ler uma planilha</translation>
        </message>
        <message>
            <source>Delete lines</source>
            <translation>Excluir linhas</translation>
        </message>
        <message>
            <source>Side by side</source>
            <translation>Lado a lado</translation>
        </message>
        <message>
            <source>No options to price yet</source>
            <translation>Ainda não há opções com preço</translation>
        </message>
        <message>
            <source>Prices belong to options. Import result files and say which option they belong to; each option then has a price sheet here.</source>
            <translation>Preços pertencem a opções. Importe arquivos de resultados e diga a que opção pertencem; cada opção terá então aqui uma planilha de preços.</translation>
        </message>
        <message>
            <source>{file} was read into {option}.</source>
            <translation>{file} foi lido para {option}.</translation>
        </message>
        <message>
            <source>Discounts of the price sheet</source>
            <translation>Descontos da planilha de preços</translation>
        </message>
        <message>
            <source>Columns</source>
            <translation>Colunas</translation>
        </message>
        <message>
            <source>36 months in the TPC's columns, servers priced</source>
            <translation>36 meses nas colunas do TPC, com servidores</translation>
        </message>
        <message>
            <source>36 months in the TPC's columns, servers left out</source>
            <translation>36 meses nas colunas do TPC, sem servidores</translation>
        </message>
        <message>
            <source>Currencies, scope and discount rate</source>
            <translation>Moedas, escopo e taxa de desconto</translation>
        </message>
        <message>
            <source>Currency of this sheet, dated rates, whether servers are priced, and the discount rate of a net present value</source>
            <translation>Moeda desta planilha, cotações datadas, se os servidores têm preço, e a taxa de desconto de um valor presente líquido</translation>
        </message>
        <message>
            <source>{scope}, net present value at {percent} %/a</source>
            <translation>{scope}, valor presente líquido a {percent} % a.a.</translation>
        </message>
        <message>
            <source>{price}, {currency}</source>
            <translation>{price}, {currency}</translation>
        </message>
        <message>
            <source>State the rate…</source>
            <translation>Informar o câmbio…</translation>
        </message>
        <message>
            <source>Keep the study in {currency}</source>
            <translation>Usar {currency} no estudo</translation>
        </message>
        <message>
            <source>The pasted cells are headings alone; copy the lines with them.</source>
            <translation>As células coladas são apenas títulos; copie também as linhas.</translation>
        </message>
        <message>
            <source>Nothing was pasted.</source>
            <translation>Nada foi colado.</translation>
        </message>
        <message>
            <source>The pasted table</source>
            <translation>A tabela colada</translation>
        </message>
    </context>
    <context>
        <name>ProblemList</name>
        <message>
            <source>line {line}</source>
            <translation>linha {line}</translation>
        </message>
        <message>
            <source>Ask again how this file writes numbers</source>
            <translation>Perguntar de novo como este arquivo escreve números</translation>
        </message>
        <message>
            <source>The comma is the decimal mark in this file.</source>
            <translation>A vírgula é o separador decimal neste arquivo.</translation>
        </message>
        <message>
            <source>The point is the decimal mark in this file.</source>
            <translation>O ponto é o separador decimal neste arquivo.</translation>
        </message>
        <message>
            <source>{text} is {value}</source>
            <translation>{text} é {value}</translation>
        </message>
    </context>
    <context>
        <name>Provisioning</name>
        <message>
            <source>Step {number}</source>
            <translation>Etapa {number}</translation>
        </message>
        <message>
            <source>Step</source>
            <translation>Etapa</translation>
        </message>
        <message>
            <source>Mean</source>
            <translation>Média</translation>
        </message>
        <message>
            <source>min</source>
            <translation>min</translation>
        </message>
        <message>
            <source>New step: type its name</source>
            <translation>Nova etapa: digite seu nome</translation>
        </message>
        <message>
            <source>Run {number}</source>
            <translation>Execução {number}</translation>
        </message>
        <message>
            <source>Minutes on the stop-watch, or an estimate in minutes: a mean with its standard error ({0}), or the least, most likely and most with blanks between ({1})</source>
            <translation>Minutos no cronômetro, ou uma estimativa em minutos: uma média com erro-padrão ({0}), ou o menor, o mais provável e o maior com espaços entre eles ({1})</translation>
        </message>
        <message>
            <source>Estimate: mean {mean} min, 95 % {low} to {high} min</source>
            <translation>Estimativa: média {mean} min, 95 % {low} a {high} min</translation>
        </message>
        <message>
            <source>This was no time when it was typed: type it again</source>
            <translation>Isto não era um tempo quando foi digitado: digite de novo</translation>
        </message>
    </context>
    <context>
        <name>ProvisioningDots</name>
        <message>
            <source>no times yet</source>
            <translation>ainda sem tempos</translation>
        </message>
        <message>
            <source>{minutes} min, ease factor {factor} (inverse {share})</source>
            <translation>{minutes} min, fator de facilidade {factor} (inverso {share})</translation>
        </message>
        <message>
            <source>minutes</source>
            <translation>minutos</translation>
        </message>
        <message>
            <source>Time to provide storage: {all}</source>
            <translation>Tempo para fornecer armazenamento: {all}</translation>
        </message>
        <message>
            <source>95 % interval {low} to {high} min</source>
            <translation>Intervalo de 95 % de {low} a {high} min</translation>
        </message>
        <message>
            <source>Repetitions: {minutes} min</source>
            <translation>Repetições: {minutes} min</translation>
        </message>
    </context>
    <context>
        <name>ProvisioningPage</name>
        <message>
            <source>Provisioning</source>
            <translation>Provisionamento</translation>
        </message>
        <message>
            <source>Options</source>
            <translation>Opções</translation>
        </message>
        <message>
            <source>Steps and repetitions</source>
            <translation>Etapas e repetições</translation>
        </message>
        <message>
            <source>Delete steps</source>
            <translation>Excluir etapas</translation>
        </message>
        <message>
            <source>Time to provide storage</source>
            <translation>Tempo para fornecer armazenamento</translation>
        </message>
        <message>
            <source>mean, 95 % and repetitions</source>
            <translation>média, 95 % e repetições</translation>
        </message>
        <message>
            <source>No options to time yet</source>
            <translation>Ainda não há opções para cronometrar</translation>
        </message>
        <message>
            <source>Provisioning times belong to options. Import result files and say which option they belong to; each option then has a sheet of steps and repetitions here.</source>
            <translation>Tempos de provisionamento pertencem a opções. Importe arquivos de resultados e diga a que opção pertencem; cada opção terá então aqui uma planilha de etapas e repetições.</translation>
        </message>
        <message>
            <source>Side by side</source>
            <translation>Lado a lado</translation>
        </message>
        <message>
            <source>minutes: five repetitions on the stop-watch, or estimates such as {all}</source>
            <translation>minutos: cinco repetições no cronômetro, ou estimativas como {all}</translation>
        </message>
        <message>
            <source>Cells that cannot be read: {count}</source>
            <translation>Células que não podem ser lidas: {count}</translation>
        </message>
        <message>
            <source>The time is that of the other cells.</source>
            <translation>O tempo é o das outras células.</translation>
        </message>
        <message>
            <source>The row of titles was left out.</source>
            <translation>A linha de títulos foi deixada de fora.</translation>
        </message>
    </context>
    <context>
        <name>RankSharesChart</name>
        <message>
            <source>as stated</source>
            <translation>como declarados</translation>
        </message>
        <message>
            <source>order only</source>
            <translation>só a ordem</translation>
        </message>
        <message>
            <source>any weights</source>
            <translation>quaisquer pesos</translation>
        </message>
        <message>
            <source>First rank, weights as stated: {all}</source>
            <translation>Primeira posição, pesos declarados: {all}</translation>
        </message>
        <message>
            <source>Ranks need options that pass</source>
            <translation>Posições exigem opções que atendem</translation>
        </message>
        <message>
            <source>first, %</source>
            <translation>primeiro, %</translation>
        </message>
        <message>
            <source>Who would choose it: {weights}</source>
            <translation>Quem a escolheria: {weights}</translation>
        </message>
        <message>
            <source>With these weights it is first in {percent} % of the draws.</source>
            <translation>Com estes pesos fica em primeiro em {percent} % dos sorteios.</translation>
        </message>
        <message>
            <source>{options} is as good in everything and better in something.</source>
            <translation>{options} é tão boa em tudo e melhor em algo.</translation>
        </message>
        <message>
            <source>ahead of {options}</source>
            <translation>à frente de {options}</translation>
        </message>
        <message>
            <source>first rank darkest</source>
            <translation>1ª posição escura</translation>
        </message>
    </context>
    <context>
        <name>RankingBars</name>
        <message>
            <source>Ranking: {options}</source>
            <translation>Classificação: {options}</translation>
        </message>
        <message>
            <source>Value
of 100</source>
            <translation>Valor
de 100</translation>
        </message>
        <message>
            <source>First
% of draws</source>
            <translation>Primeira
% sorteios</translation>
        </message>
        <message>
            <source>not comp.</source>
            <translation>não comp.</translation>
        </message>
        <message>
            <source>open</source>
            <translation>em aberto</translation>
        </message>
        <message>
            <source>First in {order} % if only the order of the weights is accepted, in {anything} % if nothing is.</source>
            <translation>Em primeiro em {order} % dos sorteios se só a ordem dos pesos for aceita, em {anything} % se nem ela.</translation>
        </message>
        <message>
            <source>{option}, {criterion}: {points} of 100, contributes {part}</source>
            <translation>{option}, {criterion}: {points} de 100, contribui com {part}</translation>
        </message>
        <message>
            <source>{verdict}: does not score</source>
            <translation>{verdict}: não pontua</translation>
        </message>
        <message>
            <source>{verdict}, {response} ms at the demand: does not score</source>
            <translation>{verdict}, {response} ms na demanda: não pontua</translation>
        </message>
        <message>
            <source>Shares are settling…</source>
            <translation>As participações estão sendo recalculadas…</translation>
        </message>
    </context>
    <context>
        <name>RatesDialog</name>
        <message>
            <source>Currency of this price sheet</source>
            <translation>Moeda desta planilha de preços</translation>
        </message>
        <message>
            <source>Price the lines marked as servers</source>
            <translation>Incluir no preço as linhas marcadas como servidores</translation>
        </message>
        <message>
            <source>Rates between currencies</source>
            <translation>Câmbio entre moedas</translation>
        </message>
        <message>
            <source>Rates</source>
            <translation>Câmbios</translation>
        </message>
        <message>
            <source>What one unit of the first currency is worth in the second, on which day and by whose word. The newest rate counts; it stands beside every total.</source>
            <translation>Quanto uma unidade da primeira moeda vale na segunda, em que dia e segundo quem. Vale o câmbio mais recente; ele aparece ao lado de cada total.</translation>
        </message>
        <message>
            <source>From</source>
            <translation>De</translation>
        </message>
        <message>
            <source>To</source>
            <translation>Para</translation>
        </message>
        <message>
            <source>Rate</source>
            <translation>Câmbio</translation>
        </message>
        <message>
            <source>Date</source>
            <translation>Data</translation>
        </message>
        <message>
            <source>Source</source>
            <translation>Fonte</translation>
        </message>
        <message>
            <source>New rate</source>
            <translation>Novo câmbio</translation>
        </message>
        <message>
            <source>Currencies, scope and discount rate</source>
            <translation>Moedas, escopo e taxa de desconto</translation>
        </message>
        <message>
            <source>Discount rate in percent a year</source>
            <translation>Taxa de desconto em porcentagem ao ano</translation>
        </message>
        <message>
            <source>%/a</source>
            <translation>% a.a.</translation>
        </message>
        <message>
            <source>Discount rate</source>
            <translation>Taxa de desconto</translation>
        </message>
        <message>
            <source>empty: prices are the sums that are paid</source>
            <translation>vazia: os preços são as somas pagas</translation>
        </message>
        <message>
            <source>With a rate r, every price of the study is its net present value. Purchase, services paid once and maintenance quoted for the 36 months as a whole count in full; a monthly fee is paid at the end of each month t after the warranty and divided by (1 + r)^(t/12).</source>
            <translation>Com uma taxa r, cada preço do estudo é o seu valor presente líquido. Compra, serviços pagos uma só vez e manutenção cotada para os 36 meses como um todo contam por inteiro; uma mensalidade é paga no fim de cada mês t depois da garantia e dividida por (1 + r)^(t/12).</translation>
        </message>
        <message>
            <source>the study is in {currency}, as the Report page says</source>
            <translation>o estudo está em {currency}, como indicado na página Relatório</translation>
        </message>
    </context>
    <context>
        <name>RatingsTab</name>
        <message>
            <source>Rating</source>
            <translation>Avaliação</translation>
        </message>
        <message>
            <source>Options are valued by</source>
            <translation>As opções são avaliadas por</translation>
        </message>
        <message>
            <source>What the levels mean in this study</source>
            <translation>O que os níveis significam neste estudo</translation>
        </message>
        <message>
            <source>Meaning of level {level}</source>
            <translation>Significado do nível {level}</translation>
        </message>
        <message>
            <source>Rating of {option}</source>
            <translation>Avaliação de {option}</translation>
        </message>
        <message>
            <source>Somebody gave weight to nothing else.</source>
            <translation>Alguém não deu peso a mais nada.</translation>
        </message>
        <message>
            <source>most likely</source>
            <translation>mais provável</translation>
        </message>
        <message>
            <source>at least</source>
            <translation>no mínimo</translation>
        </message>
        <message>
            <source>at most</source>
            <translation>no máximo</translation>
        </message>
        <message>
            <source>Least rating of {option}</source>
            <translation>Menor avaliação de {option}</translation>
        </message>
        <message>
            <source>Highest rating of {option}</source>
            <translation>Maior avaliação de {option}</translation>
        </message>
    </context>
    <context>
        <name>RawText</name>
        <message>
            <source>Raw text</source>
            <translation>Texto bruto</translation>
        </message>
    </context>
    <context>
        <name>ReportForm</name>
        <message>
            <source>Put the workbook inside the PDF</source>
            <translation>Incluir a pasta de trabalho dentro do PDF</translation>
        </message>
        <message>
            <source>Put the evidence files inside the PDF</source>
            <translation>Incluir os arquivos de evidência dentro do PDF</translation>
        </message>
        <message>
            <source>Author</source>
            <translation>Autor</translation>
        </message>
        <message>
            <source>Language</source>
            <translation>Idioma</translation>
        </message>
        <message>
            <source>Paper</source>
            <translation>Papel</translation>
        </message>
        <message>
            <source>Logo</source>
            <translation>Logotipo</translation>
        </message>
        <message>
            <source>Accent colour</source>
            <translation>Cor de destaque</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation>Remover</translation>
        </message>
        <message>
            <source>Choose…</source>
            <translation>Escolher…</translation>
        </message>
        <message>
            <source>The logo at the head of the cover</source>
            <translation>O logotipo no alto da capa</translation>
        </message>
        <message>
            <source>none</source>
            <translation>nenhum</translation>
        </message>
        <message>
            <source>Other…</source>
            <translation>Outra…</translation>
        </message>
        <message>
            <source>Accent colour {colour}</source>
            <translation>Cor de destaque {colour}</translation>
        </message>
        <message>
            <source>Accent colour of the report</source>
            <translation>Cor de destaque do relatório</translation>
        </message>
    </context>
    <context>
        <name>ReportPage</name>
        <message>
            <source>Report</source>
            <translation>Relatório</translation>
        </message>
        <message>
            <source>Options of the report</source>
            <translation>Opções do relatório</translation>
        </message>
        <message>
            <source>Study</source>
            <translation>Estudo</translation>
        </message>
        <message>
            <source>Client</source>
            <translation>Cliente</translation>
        </message>
        <message>
            <source>Currency</source>
            <translation>Moeda</translation>
        </message>
        <message>
            <source>Export PDF</source>
            <translation>Exportar PDF</translation>
        </message>
        <message>
            <source>The same study always gives exactly the same file.</source>
            <translation>O mesmo estudo sempre gera exatamente o mesmo arquivo.</translation>
        </message>
        <message>
            <source>Three letters, such as EUR or BRL</source>
            <translation>Três letras, como EUR ou BRL</translation>
        </message>
        <message>
            <source>1 page</source>
            <translation>1 página</translation>
        </message>
        <message>
            <source>{count} pages</source>
            <translation>{count} páginas</translation>
        </message>
        <message>
            <source>Export workbook</source>
            <translation>Exportar pasta de trabalho</translation>
        </message>
        <message>
            <source>A workbook with live formulas</source>
            <translation>Uma pasta de trabalho com fórmulas vivas</translation>
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
            <translation>Ctrl e a roda ampliam; Ctrl+0 ajusta a página</translation>
        </message>
        <message>
            <source>Fit page</source>
            <translation>Ajustar página</translation>
        </message>
        <message>
            <source>Fit width</source>
            <translation>Ajustar largura</translation>
        </message>
        <message>
            <source>Nothing to print yet. Add options and evidence first.</source>
            <translation>Ainda nada a imprimir. Adicione antes opções e evidências.</translation>
        </message>
        <message>
            <source>Page</source>
            <translation>Página</translation>
        </message>
        <message>
            <source>making pages…</source>
            <translation>gerando páginas…</translation>
        </message>
        <message>
            <source>of {count}</source>
            <translation>de {count}</translation>
        </message>
        <message>
            <source>Preview of page {page}, made at {time}</source>
            <translation>Prévia da página {page}, gerada às {time}</translation>
        </message>
        <message>
            <source>The pages are being made…</source>
            <translation>As páginas estão sendo feitas…</translation>
        </message>
    </context>
    <context>
        <name>RequirementBar</name>
        <message>
            <source>Target response time</source>
            <translation>Meta de tempo de resposta</translation>
        </message>
        <message>
            <source>Target response time in milliseconds</source>
            <translation>Meta de tempo de resposta em milissegundos</translation>
        </message>
        <message>
            <source>Statistic of the response time</source>
            <translation>Estatística do tempo de resposta</translation>
        </message>
        <message>
            <source>Visits per month</source>
            <translation>Visitas por mês</translation>
        </message>
        <message>
            <source>Target &amp;response time</source>
            <translation>Meta de tempo de &amp;resposta</translation>
        </message>
        <message>
            <source>&amp;Visits per month</source>
            <translation>Vi&amp;sitas por mês</translation>
        </message>
        <message>
            <source>{demand} tx/s at peak</source>
            <translation>{demand} tx/s no pico</translation>
        </message>
        <message>
            <source>{demand} tx/s sustained</source>
            <translation>{demand} tx/s sustentadas</translation>
        </message>
        <message>
            <source>Spread evenly over {days} days</source>
            <translation>Distribuída por igual em {days} dias</translation>
        </message>
        <message>
            <source>{load} % of load in {time} % of time</source>
            <translation>{load} % da carga em {time} % do tempo</translation>
        </message>
        <message>
            <source>A response time in milliseconds, above 0</source>
            <translation>Um tempo de resposta em milissegundos, acima de 0</translation>
        </message>
        <message>
            <source>A whole number of visits a month, at least 1</source>
            <translation>Um número inteiro de visitas por mês, no mínimo 1</translation>
        </message>
        <message>
            <source>&amp;Scenario</source>
            <translation>&amp;Cenário</translation>
        </message>
    </context>
    <context>
        <name>RequirementSheet</name>
        <message>
            <source>Target response time</source>
            <translation>Meta de tempo de resposta</translation>
        </message>
        <message>
            <source>Visits per month</source>
            <translation>Visitas por mês</translation>
        </message>
        <message>
            <source>Transactions per visit</source>
            <translation>Transações por visita</translation>
        </message>
        <message>
            <source>Days per month</source>
            <translation>Dias por mês</translation>
        </message>
        <message>
            <source>Share of the traffic in the busiest hours</source>
            <translation>Parcela do tráfego nas horas de maior movimento</translation>
        </message>
        <message>
            <source>Share of the time that these hours are</source>
            <translation>Parcela do tempo que essas horas representam</translation>
        </message>
        <message>
            <source>Growth per month</source>
            <translation>Crescimento por mês</translation>
        </message>
        <message>
            <source>Horizon</source>
            <translation>Horizonte</translation>
        </message>
        <message>
            <source>Reserve on top of the demand</source>
            <translation>Reserva além da demanda</translation>
        </message>
        <message>
            <source>Least headroom</source>
            <translation>Folga mínima</translation>
        </message>
        <message>
            <source>Budget for 36 months</source>
            <translation>Orçamento para 36 meses</translation>
        </message>
        <message>
            <source>Details of the requirement</source>
            <translation>Detalhes do requisito</translation>
        </message>
        <message>
            <source>Unit</source>
            <translation>Unidade</translation>
        </message>
        <message>
            <source>Detail</source>
            <translation>Detalhe</translation>
        </message>
        <message>
            <source>Value</source>
            <translation>Valor</translation>
        </message>
        <message>
            <source>months</source>
            <translation>meses</translation>
        </message>
        <message>
            <source>Service restored within</source>
            <translation>Serviço restaurado em até</translation>
        </message>
        <message>
            <source>Several hosts must share the storage</source>
            <translation>Vários hosts devem compartilhar o armazenamento</translation>
        </message>
        <message>
            <source>Files must be served (NFS, SMB)</source>
            <translation>Arquivos devem ser servidos (NFS, SMB)</translation>
        </message>
        <message>
            <source>Yes</source>
            <translation>Sim</translation>
        </message>
        <message>
            <source>No</source>
            <translation>Não</translation>
        </message>
    </context>
    <context>
        <name>SampleStudies</name>
        <message>
            <source>Worked example (synthetic)</source>
            <translation>Exemplo resolvido (sintético)</translation>
        </message>
        <message>
            <source>Five options for an order-entry system, made from a queueing model whose answer is known.</source>
            <translation>Cinco opções para entrada de pedidos, de um modelo de filas com resposta conhecida.</translation>
        </message>
        <message>
            <source>Order entry on SAN and NAS (2009)</source>
            <translation>Entrada de pedidos em SAN e NAS (2009)</translation>
        </message>
        <message>
            <source>Published figures: FC SAN, iSCSI SAN and NAS with their prices.</source>
            <translation>Dados publicados: FC SAN, iSCSI SAN e NAS com seus preços.</translation>
        </message>
        <message>
            <source>ORION on SATA over FC (2005)</source>
            <translation>ORION em SATA sobre FC (2005)</translation>
        </message>
        <message>
            <source>Published figures: I/O rates of a low-cost disk array.</source>
            <translation>Dados publicados: taxas de E/S de um arranjo de discos de baixo custo.</translation>
        </message>
        <message>
            <source>TR-3105, NetApp against Veritas RAID</source>
            <translation>TR-3105, NetApp contra Veritas RAID</translation>
        </message>
        <message>
            <source>Published figures: order entry on a filer and on RAID 0+1 and RAID 5 of the same disks.</source>
            <translation>Dados publicados: entrada de pedidos em um filer e em RAID 0+1 e RAID 5 com os mesmos discos.</translation>
        </message>
        <message>
            <source>SAN versus NAS, dNFS, ASM and filesystem</source>
            <translation>SAN contra NAS, dNFS, ASM e sistema de arquivos</translation>
        </message>
        <message>
            <source>Published figures: I/O calibrations of five ways to reach the same storage.</source>
            <translation>Dados publicados: calibrações de E/S de cinco caminhos até o mesmo armazenamento.</translation>
        </message>
        <message>
            <source>Fluid Cache for DAS (2013)</source>
            <translation>Fluid Cache para DAS (2013)</translation>
        </message>
        <message>
            <source>Published figures: what a flash cache in the host adds to direct-attached disks.</source>
            <translation>Dados publicados: o que um cache flash no host acrescenta a discos de conexão direta.</translation>
        </message>
    </context>
    <context>
        <name>ScenarioBox</name>
        <message>
            <source>Scenario</source>
            <translation>Cenário</translation>
        </message>
        <message>
            <source>Base case</source>
            <translation>Base</translation>
        </message>
        <message>
            <source>Save and compare scenarios…</source>
            <translation>Salvar e comparar cenários…</translation>
        </message>
        <message>
            <source>A scenario keeps the inputs that differ from the base case.</source>
            <translation>Um cenário guarda as entradas que diferem da base.</translation>
        </message>
    </context>
    <context>
        <name>ScenarioColumns</name>
        <message>
            <source>In use</source>
            <translation>Em uso</translation>
        </message>
        <message>
            <source>Put it in use</source>
            <translation>Pôr em uso</translation>
        </message>
        <message>
            <source>Rename</source>
            <translation>Renomear</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation>Remover</translation>
        </message>
        <message>
            <source>Name of the scenario</source>
            <translation>Nome do cenário</translation>
        </message>
        <message>
            <source>Recommended</source>
            <translation>Recomendada</translation>
        </message>
        <message>
            <source>Verdict</source>
            <translation>Veredito</translation>
        </message>
        <message>
            <source>Response time, ms</source>
            <translation>Tempo de resposta, ms</translation>
        </message>
        <message>
            <source>36-month price, {currency}</source>
            <translation>Preço em 36 meses, {currency}</translation>
        </message>
        <message>
            <source>Headroom, %</source>
            <translation>Folga, %</translation>
        </message>
        <message>
            <source>Value, points of 100</source>
            <translation>Valor, pontos de 100</translation>
        </message>
        <message>
            <source>First in, % of draws</source>
            <translation>Em primeiro, % dos sorteios</translation>
        </message>
        <message>
            <source>Differs from the base in</source>
            <translation>Difere da base em</translation>
        </message>
        <message>
            <source>{passing} of {count} options pass</source>
            <translation>{passing} de {count} opções atendem</translation>
        </message>
        <message>
            <source>nothing yet</source>
            <translation>nada ainda</translation>
        </message>
        <message>
            <source>{price} (NPV at {percent} %/a)</source>
            <translation>{price} (VPL a {percent} % a.a.)</translation>
        </message>
        <message>
            <source>Base case</source>
            <translation>Base</translation>
        </message>
    </context>
    <context>
        <name>ScenariosPanel</name>
        <message>
            <source>Scenarios</source>
            <translation>Cenários</translation>
        </message>
        <message>
            <source>Name of a new scenario</source>
            <translation>Nome de um novo cenário</translation>
        </message>
        <message>
            <source>Save as a scenario</source>
            <translation>Salvar como cenário</translation>
        </message>
        <message>
            <source>A scenario keeps the inputs that differ from the base: requirement, weights, prices, provisioning. Save the present ones under a name, then change them.</source>
            <translation>Um cenário guarda as entradas que diferem da base: requisito, pesos, preços, provisionamento. Salve as atuais com um nome e depois altere-as.</translation>
        </message>
        <message>
            <source>What you change now belongs to {scenario}.</source>
            <translation>O que você alterar agora pertence a {scenario}.</translation>
        </message>
        <message>
            <source>What you change now belongs to the base, and to all that share it.</source>
            <translation>O que você alterar agora pertence à base e a todos os que a compartilham.</translation>
        </message>
    </context>
    <context>
        <name>ScreenTable</name>
        <message>
            <source>Screen, before any weight</source>
            <translation>Triagem, antes de qualquer peso</translation>
        </message>
        <message>
            <source>Rule</source>
            <translation>Regra</translation>
        </message>
    </context>
    <context>
        <name>SectionList</name>
        <message>
            <source>Cover</source>
            <translation>Capa</translation>
        </message>
        <message>
            <source>Executive summary</source>
            <translation>Resumo executivo</translation>
        </message>
        <message>
            <source>Options compared</source>
            <translation>Opções comparadas</translation>
        </message>
        <message>
            <source>Performance evidence</source>
            <translation>Evidências de desempenho</translation>
        </message>
        <message>
            <source>36-month price sheets</source>
            <translation>Planilhas de preços</translation>
        </message>
        <message>
            <source>Provisioning</source>
            <translation>Provisionamento</translation>
        </message>
        <message>
            <source>Scoring and sensitivity</source>
            <translation>Pontuação e sensibilidade</translation>
        </message>
        <message>
            <source>Decision map</source>
            <translation>Mapa de decisão</translation>
        </message>
        <message>
            <source>Findings and limits</source>
            <translation>Constatações e limites</translation>
        </message>
        <message>
            <source>Method</source>
            <translation>Método</translation>
        </message>
        <message>
            <source>Where the figures come from</source>
            <translation>De onde vêm os números</translation>
        </message>
        <message>
            <source>Evidence files</source>
            <translation>Arquivos de evidência</translation>
        </message>
        <message>
            <source>Sections of the report</source>
            <translation>Seções do relatório</translation>
        </message>
    </context>
    <context>
        <name>Shortcuts</name>
        <message>
            <source>Window</source>
            <translation>Janela</translation>
        </message>
        <message>
            <source>Cells</source>
            <translation>Células</translation>
        </message>
        <message>
            <source>Page</source>
            <translation>Página</translation>
        </message>
        <message>
            <source>Presentation</source>
            <translation>Apresentação</translation>
        </message>
        <message>
            <source>Back to the window</source>
            <translation>Voltar à janela</translation>
        </message>
    </context>
    <context>
        <name>SideBySide</name>
        <message>
            <source>purchase, less discounts</source>
            <translation>compra, menos descontos</translation>
        </message>
        <message>
            <source>maintenance</source>
            <translation>manutenção</translation>
        </message>
        <message>
            <source>no price sheet</source>
            <translation>sem planilha de preços</translation>
        </message>
        <message>
            <source>{price} per tpm</source>
            <translation>{price} por tpm</translation>
        </message>
        <message>
            <source>cheapest</source>
            <translation>mais barata</translation>
        </message>
        <message>
            <source>{percent} % on {option}</source>
            <translation>{percent} % sobre {option}</translation>
        </message>
        <message>
            <source>no exchange rate</source>
            <translation>sem câmbio</translation>
        </message>
        <message>
            <source>{option} is {dearer} % dearer than {base}; {base} is {cheaper} % cheaper than {option}</source>
            <translation>{option} é {dearer} % mais cara que {base}; {base} é {cheaper} % mais barata que {option}</translation>
        </message>
        <message>
            <source>Weights and ranks side by side</source>
            <translation>Pesos e posições lado a lado</translation>
        </message>
        <message>
            <source>Mean</source>
            <translation>Média</translation>
        </message>
        <message>
            <source>Study</source>
            <translation>Estudo</translation>
        </message>
        <message>
            <source>{name}, decides</source>
            <translation>{name}, decide</translation>
        </message>
        <message>
            <source>Side by side: {all}</source>
            <translation>Lado a lado: {all}</translation>
        </message>
        <message>
            <source>{option}: {purchase} to buy, {care} for maintenance, {currency}</source>
            <translation>{option}: {purchase} de compra, {care} de manutenção, {currency}</translation>
        </message>
        <message>
            <source>cells at fault</source>
            <translation>células com erro</translation>
        </message>
    </context>
    <context>
        <name>StatusLine</name>
        <message>
            <source>Cancel</source>
            <translation>Cancelar</translation>
        </message>
        <message>
            <source>Count {count}</source>
            <translation>Contagem {count}</translation>
        </message>
        <message>
            <source>Sum {sum}   Average {average}   Count {count}</source>
            <translation>Soma {sum}   Média {average}   Contagem {count}</translation>
        </message>
        <message>
            <source>Saving…</source>
            <translation>Salvando…</translation>
        </message>
        <message>
            <source>Every edit saved, {time}</source>
            <translation>Todas as edições salvas, {time}</translation>
        </message>
        <message>
            <source>Every edit saved</source>
            <translation>Todas as edições salvas</translation>
        </message>
        <message>
            <source>{what} {done} of {all}</source>
            <translation>{what} {done} de {all}</translation>
        </message>
        <message>
            <source>Not saved</source>
            <translation>Não salvo</translation>
        </message>
    </context>
    <context>
        <name>StudyCorner</name>
        <message>
            <source>synthetic</source>
            <translation>sintético</translation>
        </message>
    </context>
    <context>
        <name>StudyFrame</name>
        <message>
            <source>Go to the next part of the window</source>
            <translation>Ir para a próxima parte da janela</translation>
        </message>
        <message>
            <source>Go to the part before</source>
            <translation>Ir para a parte anterior</translation>
        </message>
    </context>
    <context>
        <name>SweepMatrix</name>
        <message>
            <source>Option</source>
            <translation>Opção</translation>
        </message>
        <message>
            <source>Figure</source>
            <translation>Medida</translation>
        </message>
        <message>
            <source>Sweep as a matrix</source>
            <translation>Série como matriz</translation>
        </message>
        <message>
            <source>Matrix</source>
            <translation>Matriz</translation>
        </message>
        <message>
            <source>small I/Os across, large I/Os down</source>
            <translation>E/S pequenas na horizontal, grandes na vertical</translation>
        </message>
        <message>
            <source>Large</source>
            <translation>Grandes</translation>
        </message>
    </context>
    <context>
        <name>SwingTab</name>
        <message>
            <source>Swing of {criterion}</source>
            <translation>Amplitude de {criterion}</translation>
        </message>
        <message>
            <source>A swing from 0 to 100</source>
            <translation>Uma amplitude de 0 a 100</translation>
        </message>
        <message>
            <source>At least one criterion must count</source>
            <translation>Pelo menos um critério deve contar</translation>
        </message>
        <message>
            <source>Suppose everything were at its worst. Which one step to its best would you take first? It gets 100. How much is each other step worth against it? Only the ratios count: 45 to 27 says the same as 100 to 60.</source>
            <translation>Suponha tudo no seu pior. Qual passo até o melhor você daria primeiro? Ele recebe 100. Quanto vale cada um dos outros passos em relação a ele? Só as proporções contam: 45 para 27 diz o mesmo que 100 para 60.</translation>
        </message>
        <message>
            <source>Step from worst to best</source>
            <translation>Passo do pior ao melhor</translation>
        </message>
        <message>
            <source>Swing</source>
            <translation>Amplitude</translation>
        </message>
        <message>
            <source>Weight</source>
            <translation>Peso</translation>
        </message>
    </context>
    <context>
        <name>ThresholdsDialog</name>
        <message>
            <source>Thresholds of the audit</source>
            <translation>Limiares da auditoria</translation>
        </message>
        <message>
            <source>Compare systems as tested: levels that the host limited count too</source>
            <translation>Comparar sistemas como testados: também contam níveis limitados pelo host</translation>
        </message>
        <message>
            <source>By these lines it is told what limited a load level, and which runs are doubted. A level that the host limited does not count as storage. The report prints the lines and marks those that were moved.</source>
            <translation>Por estes limites se diz o que limitou um nível de carga e de quais execuções se duvida. Um nível limitado pelo host não conta como armazenamento. O relatório imprime os limites e assinala os que foram alterados.</translation>
        </message>
        <message>
            <source>default {percent} %</source>
            <translation>padrão {percent} %</translation>
        </message>
        <message>
            <source>Reset</source>
            <translation>Restaurar</translation>
        </message>
        <message>
            <source>“{text}” is no number.</source>
            <translation>“{text}” não é um número.</translation>
        </message>
    </context>
    <context>
        <name>TracePanel</name>
        <message>
            <source>Trace</source>
            <translation>Origem</translation>
        </message>
        <message>
            <source>Close the trace</source>
            <translation>Fechar a origem</translation>
        </message>
        <message>
            <source>{option}, response time at the demand</source>
            <translation>{option}, tempo de resposta na demanda</translation>
        </message>
        <message>
            <source>95 %: {low} to {high} ms</source>
            <translation>95 %: {low} a {high} ms</translation>
        </message>
        <message>
            <source>Demand x</source>
            <translation>Demanda x</translation>
        </message>
        <message>
            <source>{option}, capacity</source>
            <translation>{option}, capacidade</translation>
        </message>
        <message>
            <source>{millions} M visits a month</source>
            <translation>{millions} mi de visitas por mês</translation>
        </message>
        <message>
            <source>Target T</source>
            <translation>Meta T</translation>
        </message>
        <message>
            <source>No price sheet yet</source>
            <translation>Ainda sem planilha de preços</translation>
        </message>
        <message>
            <source>Lines of the price sheet</source>
            <translation>Linhas da planilha de preços</translation>
        </message>
        <message>
            <source>Sum</source>
            <translation>Soma</translation>
        </message>
        <message>
            <source>Purchase</source>
            <translation>Compra</translation>
        </message>
        <message>
            <source>Discounts</source>
            <translation>Descontos</translation>
        </message>
        <message>
            <source>Maintenance</source>
            <translation>Manutenção</translation>
        </message>
        <message>
            <source>Total</source>
            <translation>Total</translation>
        </message>
        <message>
            <source>{option}, provisioning time</source>
            <translation>{option}, tempo de provisionamento</translation>
        </message>
        <message>
            <source>No provisioning times yet</source>
            <translation>Ainda sem tempos de provisionamento</translation>
        </message>
        <message>
            <source>Ease factor {factor}</source>
            <translation>Fator de facilidade {factor}</translation>
        </message>
        <message>
            <source>Steps, mean of their repetitions</source>
            <translation>Etapas, média de suas repetições</translation>
        </message>
        <message>
            <source>min</source>
            <translation>min</translation>
        </message>
        <message>
            <source>Formula</source>
            <translation>Fórmula</translation>
        </message>
        <message>
            <source>Inputs</source>
            <translation>Entradas</translation>
        </message>
        <message>
            <source>Level {users} users</source>
            <translation>Nível com {users} usuários</translation>
        </message>
        <message>
            <source>Level {users} users: {what}, {count} runs</source>
            <translation>Nível com {users} usuários: {what}, {count} execuções</translation>
        </message>
        <message>
            <source>, not comparable</source>
            <translation>, não comparável</translation>
        </message>
        <message>
            <source>Source</source>
            <translation>Fonte</translation>
        </message>
        <message>
            <source>line {line}</source>
            <translation>linha {line}</translation>
        </message>
        <message>
            <source>Show in Evidence</source>
            <translation>Mostrar em Evidências</translation>
        </message>
        <message>
            <source>worked out from the lines from here on</source>
            <translation>daqui em diante, calculado a partir das linhas</translation>
        </message>
        <message>
            <source>tx/s</source>
            <translation>tx/s</translation>
        </message>
        <message>
            <source>{option}, {price}</source>
            <translation>{option}, {price}</translation>
        </message>
        <message>
            <source>Undiscounted</source>
            <translation>Sem desconto financeiro</translation>
        </message>
        <message>
            <source>95 % interval {0} to {1} min</source>
            <translation>intervalo de 95 % {0} a {1} min</translation>
        </message>
        <message>
            <source>{rate} tx/s shown with 95 % confidence</source>
            <translation>{rate} tx/s demonstrados com 95 % de confiança</translation>
        </message>
    </context>
    <context>
        <name>Undoing</name>
        <message>
            <source>&amp;Undo</source>
            <translation>&amp;Desfazer</translation>
        </message>
        <message>
            <source>&amp;Redo</source>
            <translation>&amp;Refazer</translation>
        </message>
        <message>
            <source>&amp;Undo {what}</source>
            <translation>&amp;Desfazer {what}</translation>
        </message>
        <message>
            <source>&amp;Redo {what}</source>
            <translation>&amp;Refazer {what}</translation>
        </message>
        <message>
            <source>Undone: {what}</source>
            <translation>Desfeito: {what}</translation>
        </message>
        <message>
            <source>Done again: {what}</source>
            <translation>Refeito: {what}</translation>
        </message>
    </context>
    <context>
        <name>ValueCurve</name>
        <message>
            <source>Value function: {anchors}</source>
            <translation>Função de valor: {anchors}</translation>
        </message>
        <message>
            <source>{option}: {value} {unit}, {points} of 100 points</source>
            <translation>{option}: {value} {unit}, {points} de 100 pontos</translation>
        </message>
    </context>
    <context>
        <name>ValueFunctionTab</name>
        <message>
            <source>Criterion</source>
            <translation>Critério</translation>
        </message>
        <message>
            <source>Derive from the requirement</source>
            <translation>Derivar do requisito</translation>
        </message>
        <message>
            <source>Limit, worth 0</source>
            <translation>Limite, vale 0</translation>
        </message>
        <message>
            <source>Target</source>
            <translation>Meta</translation>
        </message>
        <message>
            <source>Worth of the target</source>
            <translation>Valor da meta</translation>
        </message>
        <message>
            <source>Aspiration, worth 100</source>
            <translation>Aspiração, vale 100</translation>
        </message>
        <message>
            <source>points</source>
            <translation>pontos</translation>
        </message>
        <message>
            <source>Every anchor is a number.</source>
            <translation>Cada âncora é um número.</translation>
        </message>
        <message>
            <source>The anchors run from limit over target to aspiration, the target being worth 1 to 99 points.</source>
            <translation>As âncoras vão do limite, pela meta, à aspiração; a meta vale de 1 a 99 pontos.</translation>
        </message>
        <message>
            <source>Value function</source>
            <translation>Função de valor</translation>
        </message>
        <message>
            <source>Add a point</source>
            <translation>Adicionar ponto</translation>
        </message>
        <message>
            <source>The limit is the target response time above; this target lies within it.</source>
            <translation>O limite é o tempo de resposta alvo acima; este alvo fica dentro dele.</translation>
        </message>
    </context>
    <context>
        <name>Weighing</name>
        <message>
            <source>Whose weights are shown</source>
            <translation>De quem são os pesos mostrados</translation>
        </message>
        <message>
            <source>Whose weights decide</source>
            <translation>De quem são os pesos que decidem</translation>
        </message>
        <message>
            <source>New stakeholder</source>
            <translation>Nova parte interessada</translation>
        </message>
        <message>
            <source>Add</source>
            <translation>Adicionar</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation>Remover</translation>
        </message>
        <message>
            <source>Weights and value functions</source>
            <translation>Pesos e funções de valor</translation>
        </message>
        <message>
            <source>Close (Esc)</source>
            <translation>Fechar (Esc)</translation>
        </message>
        <message>
            <source>Close weights and value functions</source>
            <translation>Fechar pesos e funções de valor</translation>
        </message>
        <message>
            <source>Weights of</source>
            <translation>Pesos de</translation>
        </message>
        <message>
            <source>Decides</source>
            <translation>Decide</translation>
        </message>
        <message>
            <source>Swing questions</source>
            <translation>Perguntas de amplitude</translation>
        </message>
        <message>
            <source>Order alone</source>
            <translation>Só a ordem</translation>
        </message>
        <message>
            <source>Pairs</source>
            <translation>Pares</translation>
        </message>
        <message>
            <source>Value functions</source>
            <translation>Funções de valor</translation>
        </message>
        <message>
            <source>Criteria and ratings</source>
            <translation>Critérios e avaliações</translation>
        </message>
        <message>
            <source>Side by side</source>
            <translation>Lado a lado</translation>
        </message>
        <message>
            <source>the study</source>
            <translation>o estudo</translation>
        </message>
        <message>
            <source>the study's weights</source>
            <translation>os pesos do estudo</translation>
        </message>
        <message>
            <source>mean of the stakeholders</source>
            <translation>média das partes interessadas</translation>
        </message>
        <message>
            <source>which decide</source>
            <translation>– que decidem</translation>
        </message>
        <message>
            <source>part of the mean</source>
            <translation>– parte da média</translation>
        </message>
        <message>
            <source>which do not decide</source>
            <translation>– que não decidem</translation>
        </message>
    </context>
    <context>
        <name>WeightsPanel</name>
        <message>
            <source>Weights</source>
            <translation>Pesos</translation>
        </message>
        <message>
            <source>Equal</source>
            <translation>Iguais</translation>
        </message>
        <message>
            <source>Give every criterion the same weight</source>
            <translation>Dar o mesmo peso a todos os critérios</translation>
        </message>
        <message>
            <source>Criterion and its swing</source>
            <translation>Critério e sua amplitude</translation>
        </message>
        <message>
            <source>Weight, %</source>
            <translation>Peso, %</translation>
        </message>
        <message>
            <source>Stable, %</source>
            <translation>Estável, %</translation>
        </message>
        <message>
            <source>0–100 %, band = {option} stays first</source>
            <translation>0–100 %, faixa: {option} lidera</translation>
        </message>
        <message>
            <source>0–100 %</source>
            <translation>0–100 %</translation>
        </message>
        <message>
            <source>Weight of {criterion}</source>
            <translation>Peso de {criterion}</translation>
        </message>
        <message>
            <source>A weight in percent, 0 to 100</source>
            <translation>Um peso em porcentagem, de 0 a 100</translation>
        </message>
        <message>
            <source>Swing questions…</source>
            <translation>Perguntas de amplitude…</translation>
        </message>
        <message>
            <source>Swings, order, pairs, stakeholders and value functions</source>
            <translation>Amplitudes, ordem, pares, partes interessadas e funções de valor</translation>
        </message>
        <message>
            <source>mean of the stakeholders</source>
            <translation>média das partes interessadas</translation>
        </message>
        <message>
            <source>Nearest tie, with {rival}: {weights}</source>
            <translation>Empate mais próximo, com {rival}: {weights}</translation>
        </message>
        <message>
            <source>{criterion} weighs {weight} %</source>
            <translation>{criterion} pesa {weight} %</translation>
        </message>
        <message>
            <source>{option} stays first from {low} to {high} %</source>
            <translation>{option} continua em primeiro de {low} a {high} %</translation>
        </message>
        <message>
            <source>the others share equally what it gives up</source>
            <translation>o que ele cede, os outros dividem por igual</translation>
        </message>
        <message>
            <source>Nearest tie: settling…</source>
            <translation>Empate mais próximo: recalculando…</translation>
        </message>
    </context>
    <context>
        <name>WelcomePage</name>
        <message>
            <source>From result files to a purchase decision</source>
            <translation>Dos arquivos de resultados à decisão de compra</translation>
        </message>
        <message>
            <source>New study</source>
            <translation>Novo estudo</translation>
        </message>
        <message>
            <source>Open study</source>
            <translation>Abrir estudo</translation>
        </message>
        <message>
            <source>Drop result files</source>
            <translation>Solte arquivos de resultados</translation>
        </message>
        <message>
            <source>ORION, Swingbench, I/O calibration, dstat</source>
            <translation>ORION, Swingbench, calibração de E/S, dstat</translation>
        </message>
        <message>
            <source>Enter prices and times</source>
            <translation>Informe preços e tempos</translation>
        </message>
        <message>
            <source>or read them from a sheet</source>
            <translation>ou leia-os de uma planilha</translation>
        </message>
        <message>
            <source>Set target and load</source>
            <translation>Defina meta e carga</translation>
        </message>
        <message>
            <source>the answer follows every edit</source>
            <translation>a resposta segue cada edição</translation>
        </message>
        <message>
            <source>Language</source>
            <translation>Idioma</translation>
        </message>
        <message>
            <source>Version {version}</source>
            <translation>Versão {version}</translation>
        </message>
        <message>
            <source>Drop result files here</source>
            <translation>Solte arquivos de resultados aqui</translation>
        </message>
        <message>
            <source>A new study is made from them</source>
            <translation>Um novo estudo é feito com eles</translation>
        </message>
        <message>
            <source>Recent studies</source>
            <translation>Estudos recentes</translation>
        </message>
        <message>
            <source>None yet. Start with a sample study, or drop the files of your own lab.</source>
            <translation>Nenhum ainda. Comece com um estudo de exemplo ou solte os arquivos do seu laboratório.</translation>
        </message>
        <message>
            <source>Sample studies</source>
            <translation>Estudos de exemplo</translation>
        </message>
        <message>
            <source>Study</source>
            <translation>Estudo</translation>
        </message>
        <message>
            <source>Folder</source>
            <translation>Pasta</translation>
        </message>
        <message>
            <source>Changed</source>
            <translation>Alterado</translation>
        </message>
        <message>
            <source>Recommended</source>
            <translation>Recomendada</translation>
        </message>
        <message>
            <source>How sure</source>
            <translation>Grau de certeza</translation>
        </message>
        <message>
            <source>% of draws</source>
            <translation>% dos sorteios</translation>
        </message>
        <message>
            <source>Open a copy</source>
            <translation>Abrir uma cópia</translation>
        </message>
        <message>
            <source>Today {time}</source>
            <translation>Hoje {time}</translation>
        </message>
        <message>
            <source>Yesterday</source>
            <translation>Ontem</translation>
        </message>
        <message>
            <source>No options yet</source>
            <translation>Ainda sem opções</translation>
        </message>
        <message>
            <source>No clear winner</source>
            <translation>Sem vencedora clara</translation>
        </message>
    </context>
    <context>
        <name>WhyPanel</name>
        <message>
            <source>Why {option}</source>
            <translation>Por que {option}</translation>
        </message>
        <message>
            <source>Why there is no recommendation</source>
            <translation>Por que não há recomendação</translation>
        </message>
        <message>
            <source>What the publication concludes: {conclusion} ({citation})</source>
            <translation>O que a publicação conclui: {conclusion} ({citation})</translation>
        </message>
        <message>
            <source>Why</source>
            <translation>Por quê</translation>
        </message>
    </context>
    <context>
        <name>WindowBar</name>
        <message>
            <source>Measured from</source>
            <translation>Medido a partir de</translation>
        </message>
        <message>
            <source>Measured up to</source>
            <translation>Medido até</translation>
        </message>
        <message>
            <source>Use it</source>
            <translation>Usar</translation>
        </message>
        <message>
            <source>Whole run</source>
            <translation>Execução inteira</translation>
        </message>
        <message>
            <source>Counts from</source>
            <translation>Conta a partir de</translation>
        </message>
        <message>
            <source>to</source>
            <translation>até</translation>
        </message>
        <message>
            <source>Seconds after the run's beginning; the end lies after the start.</source>
            <translation>Segundos após o início da execução; o fim fica depois do início.</translation>
        </message>
        <message>
            <source>All runs of {option} ({count})</source>
            <translation>Todas as execuções de {option} ({count})</translation>
        </message>
        <message>
            <source>All runs of the study ({count})</source>
            <translation>Todas as execuções do estudo ({count})</translation>
        </message>
        <message>
            <source>Apply to</source>
            <translation>Aplicar a</translation>
        </message>
        <message>
            <source>No rate second by second: no proposal</source>
            <translation>Sem taxa segundo a segundo: nenhuma proposta</translation>
        </message>
        <message>
            <source>Steady from {start} s on, drift {drift} %</source>
            <translation>Estável desde {start} s, deriva {drift} %</translation>
        </message>
        <message>
            <source>Never settles: drift {drift} %</source>
            <translation>Nunca estável: deriva {drift} %</translation>
        </message>
        <message>
            <source>Let the steady part count; its drift is given in percent of the mean rate</source>
            <translation>Deixar a parte estável contar; a deriva dela é dada em porcentagem da taxa média</translation>
        </message>
    </context>
    <context>
        <name>Words</name>
        <message>
            <source>Pass, measured</source>
            <translation>Atende, medido</translation>
        </message>
        <message>
            <source>Pass, modelled</source>
            <translation>Atende, modelado</translation>
        </message>
        <message>
            <source>Fail</source>
            <translation>Não atende</translation>
        </message>
        <message>
            <source>Fail, capacity</source>
            <translation>Não atende, capacidade</translation>
        </message>
        <message>
            <source>Undetermined</source>
            <translation>Indeterminado</translation>
        </message>
        <message>
            <source>Not demonstrated</source>
            <translation>Não demonstrado</translation>
        </message>
        <message>
            <source>Not comparable</source>
            <translation>Não comparável</translation>
        </message>
        <message>
            <source>No data</source>
            <translation>Sem dados</translation>
        </message>
        <message>
            <source>Response time</source>
            <translation>Tempo de resposta</translation>
        </message>
        <message>
            <source>Read</source>
            <translation>Lido</translation>
        </message>
        <message>
            <source>Read with problems</source>
            <translation>Lido com problemas</translation>
        </message>
        <message>
            <source>Incomplete</source>
            <translation>Incompleto</translation>
        </message>
        <message>
            <source>Refused</source>
            <translation>Recusado</translation>
        </message>
        <message>
            <source>Best value</source>
            <translation>Melhor valor</translation>
        </message>
        <message>
            <source>Lowest price</source>
            <translation>Menor preço</translation>
        </message>
        <message>
            <source>Frontier</source>
            <translation>Fronteira</translation>
        </message>
        <message>
            <source>Low</source>
            <translation>Baixa</translation>
        </message>
        <message>
            <source>Medium</source>
            <translation>Média</translation>
        </message>
        <message>
            <source>Serious</source>
            <translation>Grave</translation>
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
            <translation>Cache flash no host</translation>
        </message>
        <message>
            <source>Other</source>
            <translation>Outra</translation>
        </message>
        <message>
            <source>IOPS</source>
            <translation>IOPS</translation>
        </message>
        <message>
            <source>Throughput</source>
            <translation>Vazão</translation>
        </message>
        <message>
            <source>Latency</source>
            <translation>Latência</translation>
        </message>
        <message>
            <source>Transaction rate</source>
            <translation>Taxa de transações</translation>
        </message>
        <message>
            <source>Completed</source>
            <translation>Concluídas</translation>
        </message>
        <message>
            <source>Failed</source>
            <translation>Com falha</translation>
        </message>
        <message>
            <source>mean</source>
            <translation>média</translation>
        </message>
        <message>
            <source>max</source>
            <translation>máx</translation>
        </message>
        <message>
            <source>min</source>
            <translation>mín</translation>
        </message>
        <message>
            <source>std. dev.</source>
            <translation>desvio padrão</translation>
        </message>
        <message>
            <source>total</source>
            <translation>total</translation>
        </message>
        <message>
            <source>geom. mean</source>
            <translation>média geom.</translation>
        </message>
        <message>
            <source>not recognised</source>
            <translation>não reconhecida</translation>
        </message>
        <message>
            <source>Other figure</source>
            <translation>Outra medida</translation>
        </message>
        <message>
            <source>published figures</source>
            <translation>dados publicados</translation>
        </message>
        <message>
            <source>Host monitor</source>
            <translation>Monitor do host</translation>
        </message>
        <message>
            <source>Host description</source>
            <translation>Descrição do host</translation>
        </message>
        <message>
            <source>Published figures</source>
            <translation>Valores publicados</translation>
        </message>
        <message>
            <source>Transaction log</source>
            <translation>Registro de transações</translation>
        </message>
        <message>
            <source>Access specifications</source>
            <translation>Especificações de acesso</translation>
        </message>
        <message>
            <source>AWR figures</source>
            <translation>Valores do AWR</translation>
        </message>
        <message>
            <source>{statistic}, at least</source>
            <translation>{statistic}, no mínimo</translation>
        </message>
        <message>
            <source>{statistic}, at most</source>
            <translation>{statistic}, no máximo</translation>
        </message>
        <message>
            <source>Pass, measured once</source>
            <translation>Atende, medido uma vez</translation>
        </message>
        <message>
            <source>Pass, I/O evidence</source>
            <translation>Atende, evidências de E/S</translation>
        </message>
        <message>
            <source>Pass, published</source>
            <translation>Atende, publicado</translation>
        </message>
    </context>
    <context>
        <name>WordsInside</name>
        <message>
            <source>best value</source>
            <translation>melhor valor</translation>
        </message>
        <message>
            <source>lowest price</source>
            <translation>menor preço</translation>
        </message>
        <message>
            <source>frontier</source>
            <translation>fronteira</translation>
        </message>
    </context>
    <context>
        <name>WorkingsPage</name>
        <message>
            <source>Workings</source>
            <translation>Cálculos</translation>
        </message>
        <message>
            <source>Formulas over all sheets and the model’s results; F1 lists the names</source>
            <translation>Fórmulas sobre todas as planilhas e os resultados do modelo; F1 lista os nomes</translation>
        </message>
        <message>
            <source>Cells of the workings</source>
            <translation>Células dos cálculos</translation>
        </message>
        <message>
            <source>Sheets</source>
            <translation>Planilhas</translation>
        </message>
        <message>
            <source>Number format</source>
            <translation>Formato de número</translation>
        </message>
    </context>
    <context>
        <name>_Change</name>
        <message>
            <source>none is shown to pass</source>
            <translation>nenhuma atende comprovadamente</translation>
        </message>
    </context>
</TS>
