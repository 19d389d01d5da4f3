# Tries an MSI: installs it, builds the example with it, shows its window, removes it.
param([Parameter(Mandatory)] [string] $Msi, [Parameter(Mandatory)] [string] $Picture)
$ErrorActionPreference = "Stop"

function Invoke-Msi([string] $Action) {
    $done = Start-Process msiexec -ArgumentList $Action, "`"$Msi`"", "/qn", "MSIINSTALLPERUSER=1" -Wait -PassThru
    if ($done.ExitCode -ne 0) { throw "msiexec $Action ended with $($done.ExitCode)" }
}

Invoke-Msi "/i"
$folders = "$env:LOCALAPPDATA\Programs", "$env:ProgramFiles"
$program = Get-ChildItem $folders -Recurse -Filter Arraywise.exe -ErrorAction SilentlyContinue | Select-Object -First 1
if (-not $program) { throw "Arraywise.exe is not installed" }

$out = "$env:RUNNER_TEMP\demo"
Start-Process $program.FullName -ArgumentList "demo", "--out", "`"$out`"" -Wait
foreach ($ending in "arraywise", "pdf", "xlsx") {
    if (-not (Test-Path "$out\worked-example.$ending")) { throw "demo made no .$ending" }
}
if (-not ((cmd /c assoc .arraywise) -match "=")) { throw "the document type is not known" }

# The command line prints, is waited for, and ends with a status of its own.
$command = "$(Split-Path $program.FullName)\commands\arraywise.exe"
$said = & $command --version
if ($LASTEXITCODE -ne 0 -or -not ($said -match "^arraywise ")) { throw "$command --version said: $said" }
& $command decide "$out\worked-example.arraywise" > "$out\decided.txt"
if ($LASTEXITCODE -ne 0 -or -not (Get-Content "$out\decided.txt")) { throw "decide ended with $LASTEXITCODE" }
& $command archive init "$out\archive"
if ($LASTEXITCODE -ne 0) { throw "archive init ended with $LASTEXITCODE" }
& $command decide --no-such-option 2>$null
if ($LASTEXITCODE -ne 2) { throw "wrong usage ended with $LASTEXITCODE instead of 2" }

$window = Start-Process $program.FullName -ArgumentList "`"$out\worked-example.arraywise`"" -PassThru
Start-Sleep 40
if ($window.HasExited) { throw "the window ended by itself with $($window.ExitCode)" }
Add-Type -AssemblyName System.Windows.Forms, System.Drawing
$screen = [System.Windows.Forms.Screen]::PrimaryScreen.Bounds
$image = New-Object System.Drawing.Bitmap $screen.Width, $screen.Height
[System.Drawing.Graphics]::FromImage($image).CopyFromScreen(0, 0, 0, 0, $image.Size)
$image.Save($Picture)
$window.Kill()
$window.WaitForExit()

Invoke-Msi "/x"
if (Test-Path $program.FullName) { throw "$($program.FullName) is left" }
