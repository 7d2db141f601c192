# fish completion for mage-lineage
function __mage_lineage
  set -l words (commandline -opc) (commandline -ct)
  for line in (mage-lineage __complete $words[2..-1] 2>/dev/null)
    switch $line
      case ':files'
        __fish_complete_path (commandline -ct)
      case ':folders'
        __fish_complete_directories (commandline -ct)
      case '*'
        echo $line
    end
  end
end
complete -c mage-lineage -f -a '(__mage_lineage)'
